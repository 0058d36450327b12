import { useConnection } from '../live/live.tsx'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import styles from './connection-state.module.css'

const t = messagesOf(texts)

/** Whether the figures of the page move, in words. */
export function ConnectionState() {
  const connection = useConnection()
  return (
    <p className={styles.state} data-is={connection} role="status">
      <i aria-hidden />
      {t(`connection.${connection}`)}
    </p>
  )
}
