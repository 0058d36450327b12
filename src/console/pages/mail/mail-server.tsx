import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/mail.json'
import { messagesOf } from '../../messages.ts'
import { MAIL_SETTINGS } from './mail-documents.ts'
import { MailNotice } from './mail-notice.tsx'
import styles from './mails.module.css'

const t = messagesOf(texts)
const never = () => false
const NO_VARIABLES = {}
const INTERVAL_MS = 10_000

/** State of the mail server: that none is set, that it refuses mail, or its numbers. */
export function MailServer() {
  const { data } = useLiveQuery({
    ...{ query: MAIL_SETTINGS, variables: NO_VARIABLES, changesWith: never },
    everyMs: INTERVAL_MS,
  })
  const settings = data?.mailSettings
  if (!settings) return null
  const { transport, isPublic, problem, from, sentToday, waiting } = settings
  if (transport === 'STORED')
    return (
      <MailNotice
        title={t('storedTitle')}
        text={t(isPublic ? 'storedPublic' : 'storedText')}
        isBad={isPublic}
      />
    )
  return (
    <>
      {problem !== null && <MailNotice title={t('problemTitle')} text={problem} isBad />}
      <p className={styles.intro}>{t('numbers', { from: from ?? '', sent: sentToday, waiting })}</p>
    </>
  )
}
