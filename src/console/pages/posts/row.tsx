import { ChevronUpIcon, CommentIcon, PinIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import { memo, useRef } from 'react'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Figure } from '../../ui/figure.tsx'
import rows from '../../ui/rows.module.css'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import type { PostRow } from './post-documents.ts'
import styles from './row.module.css'

const t = messagesOf(texts)

type RowProps = {
  post: PostRow
  isOpen: boolean
  isCurrent: boolean
  isSelected: boolean
  onFocus: (id: string) => void
  onSelect: (id: string, isRange: boolean) => void
}

/**
 * One post in one line. Its title is the link that the keys move the focus to. It is rendered again only after a change
 * of its own.
 */
export const Row = memo(function Row({ post, isOpen, isCurrent, isSelected, onFocus, onSelect }: RowProps) {
  const select = (isRange: boolean) => onSelect(post.id, isRange)
  return (
    <li
      className={`${rows.row} ${styles.row}`}
      data-current={isOpen || isCurrent || undefined}
      data-selected={isSelected || undefined}
    >
      <Check title={post.title} isSelected={isSelected} onSelect={select} />
      <span className={styles.votes}>
        <ChevronUpIcon size={14} />
        <span className="hidden">{t('votes')}</span> <Figure value={post.votesCount} />
      </span>
      <Words post={post} onFocus={onFocus} />
      <Marks post={post} />
      <span className={styles.status}>
        <Status name={post.status.name} color={post.status.color} />
      </span>
      <span className={styles.bucket}>{post.bucket.name}</span>
      <span className={styles.comments}>
        <CommentIcon size={14} />
        <span className="hidden">{t('comments')}</span> {post.commentsCount}
      </span>
      <Time at={post.createdAt} className={styles.time} />
    </li>
  )
})

type CheckProps = { title: string; isSelected: boolean; onSelect: (isRange: boolean) => void }

/** Box that selects the post, or with shift all from the one before. */
function Check({ title, isSelected, onSelect }: CheckProps) {
  return (
    <label className={styles.check}>
      <span className="hidden">{t('select', { title })}</span>
      <input
        type="checkbox"
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        onClick={(event) => {
          if (!event.shiftKey) return
          event.preventDefault()
          onSelect(true)
        }}
      />
    </label>
  )
}

function Words({ post, onFocus }: Pick<RowProps, 'post' | 'onFocus'>) {
  // The bar of actions must not appear below a pressed pointer, whose release would not be a click then.
  const isPressed = useRef(false)
  return (
    <span className={styles.words}>
      {post.pinned && <PinIcon size={14} />}
      <Link
        from="/$organization/posts"
        to="/$organization/posts/$post"
        params={{ post: post.id }}
        search={true}
        className={styles.link}
        data-post={post.id}
        dir="auto"
        onPointerDown={() => {
          isPressed.current = true
        }}
        onFocus={() => {
          if (!isPressed.current) onFocus(post.id)
        }}
        onBlur={() => {
          isPressed.current = false
        }}
        onClick={() => {
          isPressed.current = false
          onFocus(post.id)
        }}
      >
        {post.title}
      </Link>
      <span className={styles.preview} dir="auto">
        {post.preview}
      </span>
    </span>
  )
}

function Marks({ post }: { post: PostRow }) {
  return (
    <span className={styles.marks}>
      {post.approvalStatus === 'PENDING' && <Badge tone="warn">{t('pending')}</Badge>}
      {post.hidden && <Badge>{t('hidden')}</Badge>}
      {post.tags.slice(0, 2).map(({ id, name }) => (
        <Badge key={id}>{name}</Badge>
      ))}
    </span>
  )
}
