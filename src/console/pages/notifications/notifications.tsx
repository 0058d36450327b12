import { useEffect } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import { useUnreadCount } from '../../app/unread-count.ts'
import type { ResultOf } from '../../graphql.ts'
import { useAction } from '../../live/use-action.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/notifications.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Choices } from './choices.tsx'
import { MARK_READ, NOTIFICATIONS } from './notification-documents.ts'
import { NotificationItem } from './notification-item.tsx'
import styles from './notifications.module.css'

const t = messagesOf(texts)
const select = ({ notifications }: ResultOf<typeof NOTIFICATIONS>) => notifications
const NO_VARIABLES = {}

/** The bell of the person: what concerns them, newest first, and their choices. */
export function Notifications() {
  const { nodes, error, refresh, ...more } = usePages(NOTIFICATIONS, NO_VARIABLES, select)
  const { run, isRunning } = useAction(MARK_READ)
  const unread = useUnreadCount()
  // Another number means other items.
  useEffect(() => void refresh(), [unread, refresh])
  const newest = nodes?.[0]
  const markAll = async () => {
    if (newest && (await run({ input: { id: newest.id, andBefore: true } }))) refresh()
  }
  return (
    <>
      <PageHead title={t('title')}>
        {unread > 0 && newest && (
          <Button onClick={() => void markAll()} disabled={isRunning}>
            {t('allRead')}
          </Button>
        )}
      </PageHead>
      <p className={styles.intro}>{t('intro')}</p>
      <ListState isRead={nodes !== undefined} isFailed={error !== undefined} rows={6} />
      {nodes?.length === 0 && <Empty title={t('emptyTitle')} text={t('empty')} />}
      {nodes && nodes.length > 0 && (
        <ol className={styles.items} aria-label={t('list')}>
          {nodes.map((item) => (
            <NotificationItem
              key={item.id}
              item={item}
              onOpen={() => void run({ input: { id: item.id } }).then(refresh)}
            />
          ))}
        </ol>
      )}
      <LoadMore {...more} />
      <Choices />
    </>
  )
}
