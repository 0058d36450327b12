import { useNavigate } from '@tanstack/react-router'
import { useClient } from 'urql'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { UPDATE_ROADMAP, type Roadmap } from './documents.ts'
import { problemOf } from './problem-of.ts'
import styles from './score-list.module.css'
import { scoreNumber, type ScoreType } from './score.ts'

const t = messagesOf(texts)
const TYPES = (['NONE', 'VOTES', 'RICE', 'ICE'] as const).map((value) => ({
  value,
  label: t('score.by', { type: t(`score.${value}`) }),
}))
const ORDERS = (['position', 'score'] as const).map((value) => ({ value, label: t(`sort.${value}`) }))

/** Method of the scores, order of the list, and the score of the whole roadmap. */
export function ScoreTools({ roadmap, sort }: { roadmap: Roadmap; sort: 'position' | 'score' }) {
  const { id, scoreType, score } = roadmap
  const client = useClient()
  const navigate = useNavigate({ from: '/$organization/roadmaps/$roadmap' })
  const setType = async (next: string) => {
    const input = { id, scoreType: next as ScoreType }
    const problem = problemOf(await client.mutation(UPDATE_ROADMAP, { input }).toPromise())
    if (problem !== null) toast({ text: problem, tone: 'bad' })
  }
  const sortBy = (value: string) =>
    void navigate({
      search: ({ sort: _, ...rest }) => (value === 'score' ? { ...rest, sort: 'score' } : rest),
    })
  return (
    <div className={styles.tools}>
      <Select
        name={t('score.method')}
        value={scoreType}
        options={TYPES}
        onChange={(value) => void setType(value)}
      />
      {scoreType !== 'NONE' && <Select name={t('sort')} value={sort} options={ORDERS} onChange={sortBy} />}
      {score !== null && (
        <span>{t(scoreType === 'VOTES' ? 'score.sum' : 'score.average', { score: scoreNumber(score) })}</span>
      )}
    </div>
  )
}
