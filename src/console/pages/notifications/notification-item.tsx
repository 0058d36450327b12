import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import texts from '../../messages/en/notifications.json'
import { messagesOf } from '../../messages.ts'
import { Time } from '../../ui/time.tsx'
import type { Notification } from './notification-documents.ts'
import styles from './notifications.module.css'

const t = messagesOf(texts)

type ItemProps = { item: Notification; onOpen: () => void }

/** One item of the bell. Opening it marks it as read. */
export function NotificationItem({ item, onOpen }: ItemProps) {
  const { kinds, post, changelog, comments, createdAt, readAt } = item
  const comment = comments.at(-1)
  const reasons = kinds.map((kind) =>
    kind === 'POST_STATUS_CHANGED' && post ? `${t(`kind.${kind}`)}: ${post.status.name}` : t(`kind.${kind}`),
  )
  return (
    <li data-unread={readAt === null || undefined} onClickCapture={readAt === null ? onOpen : undefined}>
      <Target item={item}>
        <span className={styles.reason}>
          {reasons.join(' · ')} {readAt === null && <span className="hidden">{t('unread')}</span>}
        </span>
        <b dir="auto">{post?.title ?? changelog?.title}</b>
        {comment && (
          <span className={styles.quote} dir="auto">
            {t('quote', { name: comment.author?.name ?? '', text: comment.preview })}
          </span>
        )}
        <Time at={createdAt} className={styles.time} />
      </Target>
    </li>
  )
}

/** Link to the object of an item: a post, an entry, a webhook, or what waits for approval. */
function Target({
  item: { post, changelog, webhookId },
  children,
}: {
  item: Notification
  children: ReactNode
}) {
  const { organization = '' } = useParams({ strict: false })
  if (post)
    return (
      <Link to="/$organization/posts/$post" params={{ organization, post: post.id }}>
        {children}
      </Link>
    )
  if (changelog)
    return (
      <Link to="/$organization/changelog/$id" params={{ organization, id: changelog.id }}>
        {children}
      </Link>
    )
  if (webhookId !== null)
    return (
      <Link to="/$organization/developers/webhooks/$webhook" params={{ organization, webhook: webhookId }}>
        {children}
      </Link>
    )
  return (
    <Link to="/$organization/moderation" params={{ organization }}>
      {children}
    </Link>
  )
}
