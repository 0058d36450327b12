import { useNewestEvents } from '../live/live.tsx'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { useModerationCounts } from './moderation-counts.ts'
import styles from './navigation.module.css'

const t = messagesOf(texts)
const MAX_SHOWN = 99

/** How many posts and comments wait for approval, beside the link. Like the pages, it waits for the end of the log. */
export function ModerationCount() {
  return useNewestEvents() && <Count />
}

/** The number, or nothing if none waits. */
function Count() {
  const counts = useModerationCounts()
  const count = counts ? counts.pendingPosts + counts.pendingComments : 0
  if (count === 0) return null
  const shown = count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count)
  return (
    <small className={styles.count}>
      <span aria-hidden>{shown}</span>
      <span className="hidden">{t('moderation.waiting', { count: shown })}</span>
    </small>
  )
}
