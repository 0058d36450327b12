import { useState } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { DUPLICATES, MERGE_SEARCH } from './merge-documents.ts'
import styles from './merge.module.css'
import type { PostRow } from './post-documents.ts'
import { usePostChanges } from './use-changes.ts'
import { returnFocus } from './use-cursor.ts'

const t = messagesOf(texts)
const PERCENT = 100

type MergeProps = {
  posts: readonly PostRow[]
  isOpen: boolean
  onClose: () => void
  /** Receives the post that remains. */
  onMerged: (into: PostRow) => void
}

/** Asks which post remains: one of the posts, a similar one, or one that is searched. */
export function Merge({ posts, isOpen, onClose, onMerged }: MergeProps) {
  return (
    <Dialog
      title={t('mergeTitle', { count: posts.length, title: posts[0]?.title ?? '' })}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Question posts={posts} onClose={onClose} onMerged={onMerged} />
    </Dialog>
  )
}

type Candidate = { post: PostRow; score: number | null }

/** Posts that may remain: the given ones if there are several, then those found, else similar ones. */
function useCandidates(posts: readonly PostRow[], words: string) {
  const id = posts[0]?.id ?? ''
  const [similar] = useQuery({ query: DUPLICATES, variables: { id } })
  const [found] = useQuery({ query: MERGE_SEARCH, variables: { search: words }, pause: words === '' })
  const given = new Set(posts.map((post) => post.id))
  const others: Candidate[] =
    words === ''
      ? (similar.data?.duplicateCandidates ?? [])
      : (found.data?.posts.nodes ?? []).map((post) => ({ post, score: null }))
  const own: Candidate[] = posts.length > 1 ? posts.map((post) => ({ post, score: null })) : []
  return {
    candidates: [...own, ...others.filter(({ post }) => !given.has(post.id))],
    isReading: words === '' ? similar.fetching : found.fetching,
  }
}

function Question({ posts, onClose, onMerged }: Omit<MergeProps, 'isOpen'>) {
  const { merge } = usePostChanges()
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<PostRow | null>(() => (posts.length > 1 ? oldest(posts) : null))
  const moved = posts.filter(({ id }) => id !== chosen?.id)
  const submit = async () => {
    if (!chosen) return
    const reason = await merge(chosen, moved)
    setProblem(reason)
    if (reason !== null) return
    onClose()
    onMerged(chosen)
    returnFocus(chosen.id)
  }
  return (
    <DialogForm
      action={t('mergePosts', { count: moved.length })}
      isDisabled={!chosen || moved.length === 0}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={t('mergeSearch')}
        type="search"
        autoComplete="off"
        autoFocus={posts.length === 1}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Candidates posts={posts} words={words.trim()} chosen={chosen} onChoose={setChosen} />
      <p className={styles.preview} role="status">
        {chosen && preview(moved, chosen)}
      </p>
    </DialogForm>
  )
}

type CandidatesProps = {
  posts: readonly PostRow[]
  words: string
  chosen: PostRow | null
  onChoose: (post: PostRow) => void
}

function Candidates({ posts, words, chosen, onChoose }: CandidatesProps) {
  const { candidates, isReading } = useCandidates(posts, words)
  return (
    <fieldset className={styles.candidates}>
      <legend>{t('mergeInto')}</legend>
      {isReading && candidates.length === 0 && <Skeleton rows={3} />}
      {!isReading && candidates.length === 0 && <p>{t('noSimilar')}</p>}
      {candidates.map(({ post, score }) => (
        <label key={post.id}>
          <input type="radio" name="into" checked={post.id === chosen?.id} onChange={() => onChoose(post)} />
          <span dir="auto">{post.title}</span>
          <small>{score === null ? t('votesCount', { count: post.votesCount }) : similarity(score)}</small>
          <Status name={post.status.name} color={post.status.color} />
        </label>
      ))}
    </fieldset>
  )
}

/** Similarity in words, such as "82 % similar". */
export const similarity = (score: number) => t('similarity', { percent: Math.round(score * PERCENT) })

/** The post that people know for the longest time, and that remains unless another one is chosen. */
const oldest = (posts: readonly PostRow[]): PostRow =>
  posts.reduce((first, post) => (post.createdAt < first.createdAt ? post : first))

const preview = (moved: readonly PostRow[], { title, status }: PostRow) =>
  t('mergePreview', {
    count: moved.length,
    post: moved[0]?.title ?? '',
    votes: moved.reduce((sum, { votesCount }) => sum + votesCount, 0),
    comments: moved.reduce((sum, { commentsCount }) => sum + commentsCount, 0),
    title,
    status: status.name,
  })
