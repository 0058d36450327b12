import type { ReactNode } from 'react'
import styles from './mails.module.css'

type NoticeProps = { title: string; text: string | null; isBad: boolean; children?: ReactNode }

/** A notice about the mail server. */
export function MailNotice({ title, text, isBad, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-bad={isBad || undefined} role="status">
      <strong>{title}</strong>
      <p>{text}</p>
      {children}
    </div>
  )
}
