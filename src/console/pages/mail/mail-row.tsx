import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useId, useState } from 'react'
import texts from '../../messages/en/mail.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import { MailDetails } from './mail-details.tsx'
import type { Mail } from './mail-documents.ts'
import styles from './mails.module.css'

const t = messagesOf(texts)
const TONES = {
  QUEUED: 'quiet',
  SENDING: 'quiet',
  SENT: 'good',
  STORED: 'warn',
  FAILED: 'bad',
  SKIPPED: 'quiet',
  SUPPRESSED: 'warn',
  CANCELED: 'quiet',
} as const

/** One line for a mail. A press opens its details and its message below it. */
export function MailRow({ mail }: { mail: Mail }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { kind, state, email, reason, createdAt } = mail
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
        <span className={styles.state}>
          <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
        </span>
        <span className={styles.kind}>{t(`kind.${kind}`)}</span>
        <span className={styles.email}>{email ?? t('erased')}</span>
        <span className={styles.reason}>{reason}</span>
        <Time at={createdAt} className={styles.time} />
      </button>
      {isOpen && (
        <div id={id}>
          <MailDetails mail={mail} />
        </div>
      )}
    </li>
  )
}
