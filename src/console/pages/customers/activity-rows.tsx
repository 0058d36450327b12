import { TriangleUpIcon } from '@primer/octicons-react'
import { Link, useParams } from '@tanstack/react-router'
import texts from '../../messages/en/customers.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import rows from '../../ui/rows.module.css'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import type { CommentLine, PostLine } from './activity-documents.ts'
import styles from './customer.module.css'

const t = messagesOf(texts)

function usePostAddress(id: string): string {
  const { organization = '' } = useParams({ strict: false })
  return `/${organization}/posts/${id}`
}

/** A post that a person submitted or voted for. */
export function PostRow({ post }: { post: PostLine }) {
  const address = usePostAddress(post.id)
  return (
    <li className={`${rows.row} ${styles.post}`}>
      <span className={styles.votes} title={t('votes.count', { count: post.votesCount })}>
        <TriangleUpIcon size={14} /> {post.votesCount}
      </span>
      <Link to={address} className={rows.title} dir="auto">
        {post.title}
      </Link>
      <Status name={post.status.name} color={post.status.color} />
      <Time at={post.createdAt} className={rows.soft} />
    </li>
  )
}

/** A comment of a person, with the post that it is on. */
export function CommentRow({ comment: { preview, internal, createdAt, post } }: { comment: CommentLine }) {
  const address = usePostAddress(post.id)
  return (
    <li className={styles.comment}>
      <header>
        <Link to={address} dir="auto">
          {post.title}
        </Link>
        {internal && <Badge>{t('internal')}</Badge>}
        <Time at={createdAt} className={rows.soft} />
      </header>
      <p dir="auto">{preview}</p>
    </li>
  )
}
