import { memo, useState, type ReactNode } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Mark } from '../../ui/mark.tsx'
import prose from '../../ui/prose.module.css'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './comments.module.css'
import { DELETE_COMMENT, UPDATE_COMMENT, type PostComment } from './open-post-documents.ts'

const t = messagesOf(texts)

type ItemProps = {
  comment: PostComment
  /** Null if the post takes no more comments. */
  onReply: ((comment: PostComment) => void) | null
  onChange: () => void
  /** Its replies. */
  children: ReactNode
}

/** A comment with its replies. It is rendered again only after a change of its own. */
export const CommentItem = memo(function CommentItem({ comment, onReply, onChange, children }: ItemProps) {
  const name = comment.author?.name ?? t('nobody')
  return (
    <li>
      <article className={styles.comment} data-internal={comment.internal || undefined}>
        <header>
          <Mark name={name} isRound />
          <b dir="auto">{name}</b>
          {comment.author?.role && <Badge>{t('team')}</Badge>}
          {comment.official && <Badge tone="good">{t('answer')}</Badge>}
          {comment.internal && <Badge tone="warn">{t('internal')}</Badge>}
          {comment.approvalStatus === 'PENDING' && <Badge tone="warn">{t('pending')}</Badge>}
          <Time at={comment.createdAt} className={styles.time} />
        </header>
        {comment.deleted ? (
          <p>{t('commentDeleted')}</p>
        ) : (
          <SanitizedHtml html={comment.bodyHtml} lang="" className={prose.prose} />
        )}
        {!comment.deleted && (
          <footer>
            {onReply && (
              <Button look="quiet" onClick={() => onReply(comment)} aria-label={t('replyTo', { name })}>
                {t('reply')}
              </Button>
            )}
            <Moderate comment={comment} onChange={onChange} />
          </footer>
        )}
      </article>
      {children}
    </li>
  )
})

function Moderate({ comment, onChange }: { comment: PostComment; onChange: () => void }) {
  const update = useAction(UPDATE_COMMENT)
  const remove = useAction(DELETE_COMMENT)
  const [isAsking, setAsking] = useState(false)
  const approve = () => update.run({ input: { id: comment.id, approvalStatus: 'APPROVED' } })
  const confirm = async () => {
    if (!(await remove.run({ id: comment.id }))) return
    setAsking(false)
    onChange()
  }
  return (
    <>
      {comment.approvalStatus === 'PENDING' && (
        <Button look="quiet" onClick={() => void approve()} disabled={update.isRunning}>
          {t('approve')}
        </Button>
      )}
      <Button look="quiet" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      {update.problem !== null && <span role="alert">{update.problem}</span>}
      <Confirm
        title={t('deleteComment')}
        text={t('deleteCommentText')}
        action={t('delete')}
        isOpen={isAsking}
        problem={remove.problem}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
