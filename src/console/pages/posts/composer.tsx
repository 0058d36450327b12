import { useEffect, useRef, useState } from 'react'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextArea } from '../../ui/field.tsx'
import { AnswerChoice, NO_ANSWER } from './answer.tsx'
import styles from './comments.module.css'
import { draftOf, keepDraft, type Draft } from './drafts.ts'
import { CREATE_COMMENT, type PostComment } from './open-post-documents.ts'
import { ANSWER_POST } from './reach-documents.ts'

const t = messagesOf(texts)
const EMPTY: Draft = { body: '', isInternal: false }

type ComposerProps = {
  postId: string
  replyTo: PostComment | null
  onEnd: () => void
  onSent: () => void
}

/** Form for a comment or an internal note. Control or command with Enter sends it. */
export function Composer(props: ComposerProps) {
  const { postId, replyTo } = props
  const { body, setBody, isInternal, setInternal, answer, setAnswer, ...rest } = useDraft(props)
  const { isRunning, problem, send, cancel } = rest
  const isAnswer = answer.isOfficial && !isInternal
  const form = useRef<HTMLFormElement>(null)
  const writeNote = () => {
    setInternal(true)
    form.current?.querySelector('textarea')?.focus()
  }
  return (
    <form
      ref={form}
      className={styles.composer}
      data-internal={isInternal || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <BodyField
        label={labelOf(replyTo, isInternal)}
        autoFocus={replyTo !== null}
        value={body}
        error={problem}
        onChange={setBody}
      />
      {replyTo === null && !isInternal && (
        <AnswerChoice postId={postId} answer={answer} onChange={setAnswer} />
      )}
      <div className={styles.send}>
        <KindChoice
          isInternal={isInternal}
          isFixed={replyTo?.internal ?? false}
          onChange={setInternal}
          onNote={writeNote}
        />
        {replyTo && <Button onClick={cancel}>{t('cancel')}</Button>}
        <Button look="main" type="submit" disabled={isRunning || body.trim() === ''}>
          {t(isInternal ? 'addNote' : isAnswer ? 'addAnswer' : 'addComment')}
        </Button>
      </div>
    </form>
  )
}

/** The text and the kind of a comment until it is sent. */
function useDraft({ postId, replyTo, onEnd, onSent }: ComposerProps) {
  const create = useActionOnce(CREATE_COMMENT)
  const explain = useActionOnce(ANSWER_POST)
  const [answer, setAnswer] = useState(NO_ANSWER)
  const key = `${postId} ${replyTo?.id ?? ''}`
  const [draft, setDraft] = useState(
    () => draftOf(key) ?? { body: '', isInternal: replyTo?.internal ?? false },
  )
  const { body, isInternal } = draft
  useEffect(() => keepDraft(key, draft), [key, draft])
  const setBody = (text: string) => setDraft((before) => ({ ...before, body: text }))
  const setInternal = (internal: boolean) => setDraft((before) => ({ ...before, isInternal: internal }))
  const empty = () => {
    keepDraft(key, EMPTY)
    setBody('')
  }
  const send = async () => {
    const official = answer.isOfficial && !isInternal && replyTo === null
    const sent =
      official && answer.statusId !== ''
        ? await explain.run({
            input: { id: postId, status: { id: answer.statusId }, comment: { body, official } },
          })
        : await create.run({
            input: { postId, body, internal: isInternal, official, parentId: replyTo?.id ?? null },
          })
    if (!sent) return
    setAnswer(NO_ANSWER)
    // Text that is typed while the comment is sent is the next one.
    if (draftOf(key)?.body === body) empty()
    onEnd()
    onSent()
  }
  const cancel = () => {
    empty()
    onEnd()
  }
  return {
    body,
    setBody,
    isInternal,
    setInternal,
    answer,
    setAnswer,
    isRunning: create.isRunning || explain.isRunning,
    problem: problemOf(create) ?? problemOf(explain),
    send,
    cancel,
  }
}

type Tried = { errors: Record<string, string>; problem: string | null }

const problemOf = ({ errors, problem }: Tried): string | undefined =>
  errors.body ?? errors['comment.body'] ?? problem ?? undefined

const labelOf = (replyTo: PostComment | null, isInternal: boolean) =>
  replyTo ? t('replyTo', { name: replyTo.author?.name ?? '' }) : t(isInternal ? 'note' : 'comment')

type KindChoiceProps = {
  isInternal: boolean
  /** Whether the comment answers an internal one, and is internal too. */
  isFixed: boolean
  onChange: (isInternal: boolean) => void
  /** Called by the key of notes. */
  onNote: () => void
}

function KindChoice({ isInternal, isFixed, onChange, onNote }: KindChoiceProps) {
  return (
    <>
      <Checkbox
        label={t('internalNote')}
        checked={isInternal}
        disabled={isFixed}
        onChange={({ target }) => onChange(target.checked)}
      />
      <button type="button" hidden data-key="i" onClick={onNote} />
    </>
  )
}

type BodyFieldProps = {
  label: string
  autoFocus: boolean
  value: string
  error: string | undefined
  onChange: (body: string) => void
}

function BodyField({ onChange, ...rest }: BodyFieldProps) {
  return (
    <TextArea
      {...rest}
      data-key="c"
      rows={2}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
        if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
        if (key === 'Escape') currentTarget.blur()
      }}
    />
  )
}
