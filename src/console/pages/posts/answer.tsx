import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Checkbox } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useOptions } from './choices.ts'
import styles from './comments.module.css'
import { useReach } from './reach.tsx'

const t = messagesOf(texts)

/** Whether a comment is the answer of the team, and the status that the post gets with it. Empty: it stays. */
export type Answer = { isOfficial: boolean; statusId: string }

export const NO_ANSWER: Answer = { isOfficial: false, statusId: '' }

type AnswerProps = { postId: string; answer: Answer; onChange: (answer: Answer) => void }

/** Choice of an answer of the team, with the number of people whom it reaches. */
export function AnswerChoice({ postId, answer, onChange }: AnswerProps) {
  const { statuses } = useOptions()
  const { audience } = useReach(postId)
  const options = [{ value: '', label: t('statusStays') }, ...statuses]
  return (
    <div className={styles.answer}>
      <Checkbox
        label={t('answer')}
        checked={answer.isOfficial}
        onChange={({ target }) => onChange({ ...answer, isOfficial: target.checked })}
      />
      {answer.isOfficial && (
        <>
          <Select
            name={t('status')}
            value={answer.statusId}
            options={options}
            onChange={(statusId) => onChange({ ...answer, statusId })}
          />
          {audience !== null && <span role="status">{t('answerReaches', { count: audience })}</span>}
        </>
      )}
    </div>
  )
}
