import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useId, useState } from 'react'
import texts from '../../messages/en/audit.json'
import { messagesOf } from '../../messages.ts'
import { Time } from '../../ui/time.tsx'
import { nameOfAction } from './audit-actions.ts'
import { AuditDetails } from './audit-details.tsx'
import type { AuditEntry } from './audit-documents.ts'
import type { AuditChange } from './audit-search.ts'
import styles from './audit.module.css'

const t = messagesOf(texts)

type AuditRowProps = {
  entry: AuditEntry
  /** Names of objects by their ids. */
  names: ReadonlyMap<string, string>
  onChange: (changed: AuditChange) => void
}

/** One line for an entry. A press opens its details below it. */
export function AuditRow({ entry, names, onChange }: AuditRowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { action, actor, details, subjectId, clientId, changes, createdAt } = entry
  const name = details.name ?? names.get(subjectId ?? '')
  const fields = changes.map(({ field }) => words(field)).join(', ')
  return (
    <li data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        <span className={styles.actor} dir="auto">
          {actor?.name ?? t('shortService')}
        </span>
        <span className={styles.action}>{nameOfAction(action)}</span>
        {name !== undefined ? (
          <span className={styles.about} dir="auto">
            {name}
          </span>
        ) : (
          <code className={styles.id}>{subjectId ?? clientId}</code>
        )}
        <span className={styles.fields}>{fields}</span>
        <Time at={createdAt} className={styles.time} />
      </button>
      {isOpen && (
        <div id={id}>
          <AuditDetails entry={entry} names={names} onChange={onChange} />
        </div>
      )}
    </li>
  )
}

/** Name of a field in words: `declaredScopes` is "declared scopes". */
const words = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
