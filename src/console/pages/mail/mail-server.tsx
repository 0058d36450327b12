import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/mail.json'
import { messagesOf } from '../../messages.ts'
import { MAIL_SETTINGS } from './mail-documents.ts'
import styles from './mails.module.css'

const t = messagesOf(texts)
const never = () => false
const NO_VARIABLES = {}
const INTERVAL_MS = 10_000

/** State of the mail server: that none is set, that it refuses mail, or its numbers. */
export function MailServer({ isLinked = false }: { isLinked?: boolean }) {
  const { data } = useLiveQuery({
    ...{ query: MAIL_SETTINGS, variables: NO_VARIABLES, changesWith: never },
    everyMs: INTERVAL_MS,
  })
  const settings = data?.mailSettings
  if (!settings) return null
  const { transport, isPublic, problem, from, sentToday, waiting } = settings
  const link = isLinked && <MailLink />
  if (transport === 'STORED')
    return (
      <Notice title={t('storedTitle')} text={t(isPublic ? 'storedPublic' : 'storedText')} isBad={isPublic}>
        {link}
      </Notice>
    )
  return (
    <>
      {problem !== null && (
        <Notice title={t('problemTitle')} text={problem} isBad>
          {link}
        </Notice>
      )}
      <p className={styles.intro}>{t('numbers', { from: from ?? '', sent: sentToday, waiting })}</p>
    </>
  )
}

function MailLink() {
  const { organization = '' } = useParams({ strict: false })
  return (
    <Link to="/$organization/developers/mail" params={{ organization }}>
      {t('open')}
    </Link>
  )
}

type NoticeProps = { title: string; text: string; isBad: boolean; children: ReactNode }

function Notice({ title, text, isBad, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-bad={isBad || undefined} role="status">
      <strong>{title}</strong>
      <p>{text}</p>
      {children}
    </div>
  )
}
