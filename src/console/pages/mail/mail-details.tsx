import { useQuery } from 'urql'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/mail.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { toast } from '../../ui/toast.tsx'
import details from '../events/event-details.module.css'
import { CANCEL_MAIL, MAIL_MESSAGE, RETRY_MAIL, type Mail } from './mail-documents.ts'
import styles from './mails.module.css'

const t = messagesOf(texts)
const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long' })
const exact = (time: string | null) => time && EXACT.format(new Date(time))

/** Everything about a mail, and its message if it is stored. */
export function MailDetails({ mail }: { mail: Mail }) {
  const facts: [name: string, value: string | null][] = [
    [t('subject'), mail.subject],
    [t('reason'), mail.reason],
    [t('reply'), mail.reply],
    [t('report'), mail.report && t(`report.${mail.report}`)],
    [t('created'), exact(mail.createdAt)],
    [t('sent'), exact(mail.sentAt)],
    [t('due'), exact(mail.dueAt)],
    [t('tries'), String(mail.tries)],
    [t('language'), mail.locale],
  ]
  return (
    <div className={details.details}>
      <dl>
        <dt>{t('id')}</dt>
        <dd>
          <Copy value={mail.id} name={t('id')} withValue />
        </dd>
        {facts.map(([name, value]) => value !== null && <Fact key={name} name={name} value={value} />)}
      </dl>
      {mail.state === 'STORED' && <Message id={mail.id} />}
      {mail.state === 'SENT' && <p className={styles.quiet}>{t('gone')}</p>}
      <Actions mail={mail} />
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  )
}

/** The text of a stored message, with its links. */
function Message({ id }: { id: string }) {
  const [{ data, fetching }] = useQuery({ query: MAIL_MESSAGE, variables: { id } })
  const text = data?.mail?.text ?? null
  if (text === null) return fetching ? null : <p className={styles.quiet}>{t('closed')}</p>
  return (
    <section aria-label={t('message')} className={styles.message} dir="auto" tabIndex={0}>
      {text.split(/(https?:\/\/\S+)/).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <a key={at} href={part} rel="noreferrer" target="_blank">
            {part}
          </a>
        ),
      )}
    </section>
  )
}

function Actions({ mail: { id, state } }: { mail: Mail }) {
  const retry = useAction(RETRY_MAIL)
  const cancel = useAction(CANCEL_MAIL)
  const problem = retry.problem ?? cancel.problem
  const send = async () => {
    if (await retry.run({ id })) toast({ text: t('retried') })
  }
  const stop = async () => {
    if (await cancel.run({ id })) toast({ text: t('canceled') })
  }
  if (state !== 'QUEUED' && state !== 'FAILED') return null
  return (
    <>
      {problem !== null && <p role="alert">{problem}</p>}
      <p className={details.actions}>
        <Button disabled={retry.isRunning} onClick={() => void send()}>
          {t('retry')}
        </Button>
        {state === 'QUEUED' && (
          <Button disabled={cancel.isRunning} onClick={() => void stop()}>
            {t('cancel')}
          </Button>
        )}
      </p>
    </>
  )
}
