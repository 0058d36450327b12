import { useState } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { isMerge } from '../../live/merges.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CommentItem } from './comment.tsx'
import styles from './comments.module.css'
import { Composer } from './composer.tsx'
import { POST_COMMENTS, type PostComment } from './open-post-documents.ts'

const t = messagesOf(texts)
const changesComments = (type: string) => type.startsWith('COMMENT_') || isMerge(type)
const commentsIn = ({ post }: ResultOf<typeof POST_COMMENTS>) => post?.comments

/** Conversation of a post, as a tree, with the team's internal notes. A closed one takes no more comments. */
export function Comments({ id, isClosed }: { id: string; isClosed: boolean }) {
  const { nodes, error, refresh, ...more } = usePages(POST_COMMENTS, { id }, commentsIn, changesComments)
  const [replyTo, setReplyTo] = useState<PostComment | null>(null)
  const byParent = Map.groupBy(nodes ?? [], parentIn(nodes ?? []))
  const branch = (parent: string | null) => (
    <ol className={styles.comments} aria-label={parent === null ? t('comments') : t('replies')}>
      {byParent.get(parent)?.map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          onReply={isClosed ? null : setReplyTo}
          onChange={refresh}
        >
          {byParent.has(comment.id) && branch(comment.id)}
        </CommentItem>
      ))}
    </ol>
  )
  return (
    <div className={styles.conversation}>
      <Unread nodes={nodes} error={error} />
      {nodes && nodes.length > 0 && branch(null)}
      <LoadMore {...more} />
      {!isClosed && (nodes ?? error) && (
        <Composer
          key={replyTo?.id ?? ''}
          postId={id}
          replyTo={replyTo}
          onEnd={() => setReplyTo(null)}
          onSent={refresh}
        />
      )}
    </div>
  )
}

/** The state of a conversation without comments: unread, failed or empty. */
function Unread({ nodes, error }: { nodes: readonly PostComment[] | null; error: unknown }) {
  if (nodes) return nodes.length === 0 && <p className={styles.empty}>{t('noComments')}</p>
  return error ? <p role="alert">{t('failed')}</p> : <Skeleton rows={3} height={64} />
}

/** Parent of a comment among those that are read. Others are at the top. */
function parentIn(comments: readonly PostComment[]) {
  const ids = new Set(comments.map(({ id }) => id))
  return ({ parentId }: PostComment) => (parentId !== null && ids.has(parentId) ? parentId : null)
}
