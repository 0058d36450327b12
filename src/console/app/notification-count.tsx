import { useNewestEvents } from '../live/live.tsx'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import styles from './navigation.module.css'
import { useUnreadCount } from './unread-count.ts'

const t = messagesOf(texts)
const MAX_SHOWN = 99

/** Number of unread notifications, beside the link. Like the pages, it waits for the end of the log. */
export function NotificationCount() {
  return useNewestEvents() && <Count />
}

/** The number, or nothing if all are read. */
function Count() {
  const count = useUnreadCount()
  if (count === 0) return null
  const shown = count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count)
  return (
    <small className={styles.count}>
      <span aria-hidden>{shown}</span>
      <span className="hidden">{t('notifications.unread', { count: shown })}</span>
    </small>
  )
}
