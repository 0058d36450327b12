import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { AnswerChoice, NO_ANSWER, type Answer } from './answer.tsx'
import styles from './comments.module.css'
import { draftOf, keepDraft, type Draft } from './drafts.ts'
import { MentionField } from './mention-field.tsx'
import { mentionedIn, type Mentionable } from './mentions.ts'
import { CREATE_COMMENT, type PostComment } from './open-post-documents.ts'
import { ANSWER_POST } from './reach-documents.ts'

const t = messagesOf(texts)
const EMPTY: Draft = { body: '', isInternal: false, picked: [] }

type ComposerProps = {
  postId: string
  replyTo: PostComment | null
  onEnd: () => void
  onSent: () => void
}

/** Form for a comment or an internal note. Control or command with Enter sends it. */
export function Composer(props: ComposerProps) {
  const { postId, replyTo } = props
  const { body, setBody, isInternal, setInternal, mention, answer, setAnswer, ...sending } = useDraft(props)
  const { isRunning, problem, send, cancel } = sending
  const form = useRef<HTMLFormElement>(null)
  const writeNote = () => {
    setInternal(true)
    form.current?.querySelector('textarea')?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const action = isInternal ? 'addNote' : answer.isOfficial ? 'addAnswer' : 'addComment'
  const field = { value: body, error: problem, onChange: setBody, onMention: mention }
  const kind = { isInternal, isFixed: replyTo?.internal ?? false, onChange: setInternal, onNote: writeNote }
  return (
    <form ref={form} className={styles.composer} data-internal={isInternal || undefined} onSubmit={submit}>
      <BodyField
        {...field}
        postId={postId}
        label={labelOf(replyTo, isInternal)}
        autoFocus={replyTo !== null}
      />
      {replyTo === null && !isInternal && (
        <AnswerChoice postId={postId} answer={answer} onChange={setAnswer} />
      )}
      <div className={styles.send}>
        <KindChoice {...kind} />
        {replyTo && <Button onClick={cancel}>{t('cancel')}</Button>}
        <Button look="main" type="submit" disabled={isRunning || body.trim() === ''}>
          {t(action)}
        </Button>
      </div>
    </form>
  )
}

/** The text and the kind of a comment until it is sent. */
function useDraft({ postId, replyTo, onEnd, onSent }: ComposerProps) {
  const { send: sendDraft, ...sending } = useSending(postId, replyTo)
  const [answer, setAnswer] = useState(NO_ANSWER)
  const key = `${postId} ${replyTo?.id ?? ''}`
  const [draft, setDraft] = useState(
    () => draftOf(key) ?? { ...EMPTY, isInternal: replyTo?.internal ?? false },
  )
  useEffect(() => keepDraft(key, draft), [key, draft])
  const setBody = (text: string) => setDraft((before) => ({ ...before, body: text }))
  const setInternal = (internal: boolean) => setDraft((before) => ({ ...before, isInternal: internal }))
  const mention = (person: Mentionable) =>
    setDraft((before) => ({ ...before, picked: [...before.picked, person] }))
  const empty = () => {
    keepDraft(key, EMPTY)
    setBody('')
  }
  const send = async () => {
    if (!(await sendDraft(draft, answer))) return
    setAnswer(NO_ANSWER)
    // Text that is typed while the comment is sent is the next one.
    if (draftOf(key)?.body === draft.body) empty()
    onEnd()
    onSent()
  }
  const cancel = () => {
    empty()
    onEnd()
  }
  return { ...draft, setBody, setInternal, mention, answer, setAnswer, ...sending, send, cancel }
}

/** Sends a comment, or an answer with the status that it explains. */
function useSending(postId: string, replyTo: PostComment | null) {
  const create = useActionOnce(CREATE_COMMENT)
  const explain = useActionOnce(ANSWER_POST)
  const send = ({ body, isInternal, picked }: Draft, { isOfficial, statusId }: Answer) => {
    const words = { body, mentionIds: mentionedIn(body, picked) }
    const official = isOfficial && !isInternal && replyTo === null
    if (official && statusId !== '')
      return explain.run({ input: { id: postId, status: { id: statusId }, comment: { ...words, official } } })
    const parentId = replyTo?.id ?? null
    return create.run({ input: { postId, ...words, internal: isInternal, official, parentId } })
  }
  return {
    send,
    isRunning: create.isRunning || explain.isRunning,
    problem: problemOf(create) ?? problemOf(explain),
  }
}

type Tried = { errors: Record<string, string>; problem: string | null }

const problemOf = ({ errors, problem }: Tried): string | undefined =>
  errors.body ??
  errors['comment.body'] ??
  errors.mentionIds ??
  errors['comment.mentionIds'] ??
  problem ??
  undefined

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
  postId: string
  label: string
  autoFocus: boolean
  value: string
  error: string | undefined
  onChange: (body: string) => void
  onMention: (person: Mentionable) => void
}

function BodyField(props: BodyFieldProps) {
  return (
    <MentionField
      {...props}
      data-key="c"
      rows={2}
      onKey={({ key, ctrlKey, metaKey, currentTarget }) => {
        if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
        if (key === 'Escape') currentTarget.blur()
      }}
    />
  )
}
