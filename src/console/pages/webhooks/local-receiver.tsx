import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Copy } from '../../ui/copy.tsx'
import styles from './local-receiver.module.css'

const t = messagesOf(texts)
const LOCAL =
  /^(localhost|.*\.(local|localhost|internal|lan|test)|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|\[::1\]|[^.:]+)$/i

/** Whether a URL names a host of this machine or of a private network. */
export const isLocal = (url: string) => URL.canParse(url) && LOCAL.test(new URL(url).hostname)

/** Two ways to receive events on a machine that is not public, for a URL that was refused. */
export function LocalReceiver({ url, organization }: { url: string; organization: string }) {
  const { hostname } = new URL(url)
  return (
    <div className={styles.local} role="note">
      <p>{t('local.listen')}</p>
      <Command text={`npm run cli -- listen --org ${organization} --forward-to ${url}`} />
      <p>{t('local.allow')}</p>
      <Command text={`WEBHOOK_ALLOWED_HOSTS=${hostname}`} />
    </div>
  )
}

function Command({ text }: { text: string }) {
  return (
    <div>
      <code tabIndex={0}>{text}</code>
      <Copy value={text} name={t('curl')} />
    </div>
  )
}
