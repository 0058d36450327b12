import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { Copy } from '../../ui/copy.tsx'
import styles from './verify-line.module.css'

const t = messagesOf(texts)
const LINE = 'const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, request.headers)'

/** The line of code that verifies a request. */
export function VerifyLine({ text }: { text: string }) {
  return (
    <div className={styles.line}>
      <p>{text}</p>
      <div>
        <code tabIndex={0}>{LINE}</code>
        <Copy value={LINE} name={t('verifyName')} />
      </div>
    </div>
  )
}
