import texts from '../messages/en/values.json'
import { messagesOf } from '../messages.ts'
import styles from './diff.module.css'

const t = messagesOf(texts)

type Change = {
  field: string
  /** JSON values. Null for an empty field, and both null if values are not recorded. */
  from: unknown
  to: unknown
}

/** Changed fields, each with its value before and after. */
export function Diff({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className={styles.diff}>
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{words(field)}</dt>
          {isUnseen(from, to) ? (
            <dd className={styles.quiet}>{t(from === null ? 'changed' : 'changedLater')}</dd>
          ) : (
            <dd>
              <Side of={from} name={t('was')} tag="del" />
              <Side of={to} name={t('now')} tag="ins" />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function Side({ of, name, tag: Tag }: { of: unknown; name: string; tag: 'del' | 'ins' }) {
  return (
    <Tag>
      <i aria-hidden>{Tag === 'del' ? '−' : '+'}</i>
      <span className="hidden">{name} </span>
      {of === null || of === '' ? <em>{t('none')}</em> : <span>{shown(of)}</span>}
    </Tag>
  )
}

/** Whether both sides look the same: without values, or with long texts that are cut. */
const isUnseen = (from: unknown, to: unknown) => JSON.stringify(from) === JSON.stringify(to)

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1))

/** Name of a field in words: `approvalStatus` is "Approval status". */
function words(field: string): string {
  const text = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
