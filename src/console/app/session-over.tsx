import { useConnection } from '../live/live.tsx'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import button from '../ui/button.module.css'
import { signInAddress } from './session.ts'
import styles from './session-over.module.css'

const t = messagesOf(texts)

/** Notice that the session has ended. The page stays readable. */
export function SessionOver() {
  if (useConnection() !== 'over') return null
  return (
    <div role="alert" className={styles.bar}>
      <p>
        <b>{t('over.title')}</b> {t('over.text')}
      </p>
      <a className={`${button.button} ${button.main}`} href={signInAddress()}>
        {t('signIn')}
      </a>
    </div>
  )
}
