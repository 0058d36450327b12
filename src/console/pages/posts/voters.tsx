import type { ResultOf } from '../../graphql.ts'
import { isMerge } from '../../live/merges.ts'
import { useAction } from '../../live/use-action.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Mark } from '../../ui/mark.tsx'
import rows from '../../ui/rows.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { CAST_VOTE, POST_VOTERS, REMOVE_VOTE } from './people-documents.ts'
import { PersonForm } from './person-form.tsx'
import styles from './people.module.css'

const t = messagesOf(texts)
const changesVoters = (type: string) => type.startsWith('VOTE_') || isMerge(type)
const votersIn = ({ post }: ResultOf<typeof POST_VOTERS>) => post?.voters

type Vote = NonNullable<NonNullable<ResultOf<typeof POST_VOTERS>['post']>['voters']>['nodes'][number]

/** People who have voted on a post, and the form that votes on behalf of another. */
export function Voters({ id, isClosed }: { id: string; isClosed: boolean }) {
  const { nodes, error, refresh, ...more } = usePages(POST_VOTERS, { id }, votersIn, changesVoters)
  const cast = useAction(CAST_VOTE)
  const add = async (person: { email: string; name: string | null }) => {
    const payload = await cast.run({ id, person })
    if (payload) refresh()
    return payload !== null
  }
  return (
    <div className={styles.part}>
      {!isClosed && (
        <PersonForm
          label={t('voteFor')}
          action={t('addVote')}
          error={cast.errors['onBehalfOf.email'] ?? cast.problem ?? undefined}
          isRunning={cast.isRunning}
          onAdd={add}
        />
      )}
      {!nodes && (error ? <p role="alert">{t('failed')}</p> : <Skeleton rows={3} />)}
      {nodes?.length === 0 && <p className={styles.quiet}>{t('noVotes')}</p>}
      <ul aria-label={t('part.votes')}>
        {nodes?.map((vote) => (
          <Voter key={vote.user.id} postId={id} vote={vote} onChange={refresh} />
        ))}
      </ul>
      <LoadMore {...more} />
    </div>
  )
}

function Voter({ postId, vote, onChange }: { postId: string; vote: Vote; onChange: () => void }) {
  const { run, isRunning, problem } = useAction(REMOVE_VOTE)
  const { name, email } = vote.user
  const remove = async () => {
    if (email !== null && (await run({ id: postId, person: { email } }))) onChange()
  }
  return (
    <li className={`${rows.row} ${styles.row}`}>
      <Mark name={name} isRound />
      <span className={styles.name} dir="auto">
        {name} {vote.direction === 'DOWN' && t('against')}
        <small>{problem ?? email}</small>
      </span>
      <Time at={vote.createdAt} className={rows.soft} />
      {email !== null && (
        <Button
          look="quiet"
          disabled={isRunning}
          aria-label={t('removeVote', { name })}
          onClick={() => void remove()}
        >
          {t('remove')}
        </Button>
      )}
    </li>
  )
}
