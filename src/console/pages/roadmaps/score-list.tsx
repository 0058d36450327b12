import { useSearch } from '@tanstack/react-router'
import { useClient } from 'urql'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Scroller } from '../../ui/scroller.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Roadmap, RoadmapPost } from './documents.ts'
import { SCORE_POST } from './post-documents.ts'
import { problemOf } from './problem-of.ts'
import styles from './score-list.module.css'
import { ScoreRow } from './score-row.tsx'
import { ScoreTools } from './score-tools.tsx'
import { INPUTS, scoreOf, type Input, type ScoreType } from './score.ts'
import { useRemove } from './use-remove.ts'

const t = messagesOf(texts)

type ScoreListProps = {
  roadmap: Roadmap
  posts: readonly RoadmapPost[]
  readAgain: () => Promise<unknown>
}

/** Posts of a roadmap with the inputs of their scores. */
export function ScoreList({ roadmap, posts, readAgain }: ScoreListProps) {
  const { id, scoreType } = roadmap
  const client = useClient()
  const { sort } = useSearch({ from: '/$organization/roadmaps/$roadmap' })
  const remove = useRemove(id, readAgain)
  const rows = sort === 'score' && scoreType !== 'NONE' ? byScore(posts, scoreType) : posts
  const score = async (postId: string, name: Input, value: number | null) => {
    const variables = { id, postId, scoring: { [name]: value } }
    const problem = problemOf(await client.mutation(SCORE_POST, variables).toPromise())
    if (problem !== null) toast({ text: problem, tone: 'bad' })
    await readAgain()
  }
  return (
    <>
      <ScoreTools roadmap={roadmap} sort={sort ?? 'position'} />
      <Scroller className={styles.scroll} role="region" aria-label={t('list.name')} tabIndex={0}>
        <table className={styles.table}>
          <Head scoreType={scoreType} />
          <tbody>
            {rows.map((row) => (
              <ScoreRow
                key={row.post.id}
                row={row}
                scoreType={scoreType}
                onScore={(name, value) => void score(row.post.id, name, value)}
                onRemove={() => void remove(row.post)}
              />
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  )
}

function Head({ scoreType }: { scoreType: ScoreType }) {
  const numbers = [
    t('list.votes'),
    ...INPUTS[scoreType].map((name) =>
      t(scoreType === 'RICE' && name === 'confidence' ? 'input.percent' : `input.${name}`),
    ),
    ...(INPUTS[scoreType].length > 0 ? [t(`score.${scoreType}`)] : []),
  ]
  return (
    <thead>
      <tr>
        <th scope="col">{t('list.post')}</th>
        <th scope="col">{t('list.status')}</th>
        {numbers.map((name) => (
          <th key={name} scope="col" className={styles.number}>
            {name}
          </th>
        ))}
        <th scope="col">
          <span className="hidden">{t('board.remove')}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Highest score first, and those without one last. */
function byScore(posts: readonly RoadmapPost[], type: ScoreType): readonly RoadmapPost[] {
  const rank = (post: RoadmapPost) => scoreOf(type, post) ?? -1
  return posts.toSorted((one, other) => rank(other) - rank(one))
}
