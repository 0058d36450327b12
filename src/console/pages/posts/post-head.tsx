import { ArrowLeftIcon, LinkExternalIcon, PencilIcon, PinIcon, XIcon } from '@primer/octicons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import button from '../../ui/button.module.css'
import { Copy } from '../../ui/copy.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Actions } from './actions.tsx'
import { EditPost } from './edit-post.tsx'
import styles from './post.module.css'
import type { OpenPost } from './open-post-documents.ts'
import { usePostChanges } from './use-changes.ts'

const t = messagesOf(texts)

/** Title and state of the open post, and what can be done to it. */
export function PostHead({ post }: { post: OpenPost }) {
  const navigate = useNavigate({ from: '/$organization/posts/$post' })
  const close = () => void navigate({ to: '/$organization/posts', search: true })
  return (
    <header className={styles.head}>
      <Tools post={post} />
      <h2 dir="auto">{post.title}</h2>
      <Facts post={post} />
      <div role="toolbar" aria-label={t('postActions')} className={styles.actions}>
        <Actions posts={[post]} onDone={close} />
      </div>
      {post.mergedInto && (
        <p className={styles.note}>
          {t('mergedInto')}{' '}
          <Link
            from="/$organization/posts"
            to="/$organization/posts/$post"
            params={{ post: post.mergedInto.id }}
            search={true}
          >
            {post.mergedInto.title}
          </Link>
        </p>
      )}
    </header>
  )
}

function Facts({ post }: { post: OpenPost }) {
  return (
    <p className={styles.facts}>
      <Status name={post.status.name} color={post.status.color} />
      <span>{post.bucket.name}</span>
      <span>
        <Figure value={post.votesCount} /> {t('votesWord', { count: post.votesCount })}
      </span>
      <span>
        {t('by', { name: post.submitter.name })} <Time at={post.createdAt} />
      </span>
      {post.approvalStatus === 'PENDING' && <Badge tone="warn">{t('pending')}</Badge>}
      {post.hidden && <Badge>{t('hidden')}</Badge>}
      {post.pinned && <Badge>{t('pinned')}</Badge>}
      {post.tags.map(({ id, name }) => (
        <Badge key={id}>{name}</Badge>
      ))}
    </p>
  )
}

/** Ways out of the post, its ids, and the buttons that pin and edit it. */
function Tools({ post }: { post: OpenPost }) {
  return (
    <div className={styles.tools}>
      <ToList className={styles.back}>
        <ArrowLeftIcon size={16} /> {t('title')}
      </ToList>
      <Copy value={post.id} name={t('id')} withValue />
      <Copy value={String(post.databaseId)} name={t('restId', { id: post.databaseId })} text={t('rest')} />
      <div className={styles.ends}>
        <PinButton post={post} />
        <EditButton post={post} />
        <PortalLink post={post} />
        <ToList className={styles.close} title={t('close')}>
          <XIcon size={16} />
          <span className="hidden">{t('close')}</span>
        </ToList>
      </div>
    </div>
  )
}

/** Link to the page of the portal. It states why there is none. */
function PortalLink({ post }: { post: OpenPost }) {
  const { approvalStatus, hidden, bucket, url } = post
  const isShown = approvalStatus === 'APPROVED' && !hidden && !bucket.private
  const text = t(isShown ? 'onPortal' : 'notOnPortal')
  return (
    <a
      href={isShown ? url : undefined}
      role="link"
      aria-disabled={!isShown || undefined}
      className={`${button.button} ${button.quiet}`}
      title={text}
    >
      <LinkExternalIcon size={16} />
      <span className="hidden">{text}</span>
    </a>
  )
}

type ToListProps = { className: string | undefined; title?: string; children: ReactNode }

/** Link back to the list of posts. */
function ToList({ className = '', title, children }: ToListProps) {
  return (
    <Link
      from="/$organization/posts/$post"
      to="/$organization/posts"
      search={true}
      className={`${button.button} ${button.quiet} ${className}`}
      title={title}
    >
      {children}
    </Link>
  )
}

function PinButton({ post }: { post: OpenPost }) {
  const { change } = usePostChanges()
  const pin = () =>
    void change(
      [post],
      () => ({ pinned: !post.pinned }),
      t(post.pinned ? 'nowUnpinned' : 'nowPinned', { title: post.title }),
    )
  return (
    <Button look="quiet" onClick={pin} aria-pressed={post.pinned} title={t('pin')} aria-label={t('pin')}>
      <PinIcon size={16} />
    </Button>
  )
}

function EditButton({ post }: { post: OpenPost }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setEditing(true)} title={t('edit')} aria-label={t('edit')}>
        <PencilIcon size={16} />
      </Button>
      <EditPost post={post} isOpen={isEditing} onClose={() => setEditing(false)} />
    </>
  )
}
