import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from 'urql'
import { reasonsOf } from '../../live/use-action.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useExpected } from './expected.ts'
import { DISMISS_DUPLICATE, type Candidate } from './merge-documents.ts'
import { Merge, similarity } from './merge.tsx'
import styles from './post.module.css'
import type { PostRow } from './post-documents.ts'
import type { OpenPost } from './open-post-documents.ts'

const t = messagesOf(texts)

type SimilarProps = { post: OpenPost; candidates: readonly Candidate[] }

/** Posts that may be duplicates of the post, to merge with it or to declare different. */
export function Similar({ post, candidates }: SimilarProps) {
  const navigate = useNavigate({ from: '/$organization/posts/$post' })
  const { posts, scores, dismiss } = useSimilar(post, candidates)
  const [mergedWith, setMergedWith] = useState<PostRow | null>(null)
  if (posts.length === 0) return null
  return (
    <section className={styles.block} aria-label={t('similar')}>
      <h3>{t('similar')}</h3>
      <ul>
        {posts.map((other) => (
          <SimilarPost
            key={other.id}
            post={other}
            score={scores.get(other.id) ?? 0}
            onMerge={() => setMergedWith(other)}
            onDismiss={() => void dismiss(other.id)}
          />
        ))}
      </ul>
      <Merge
        posts={mergedWith ? [post, mergedWith] : []}
        isOpen={mergedWith !== null}
        onClose={() => setMergedWith(null)}
        onMerged={({ id }) =>
          void navigate({ to: '/$organization/posts/$post', params: { post: id }, search: true })
        }
      />
    </section>
  )
}

/** Similar posts without those that are merged or dismissed. One that cannot be dismissed is back, with a toast. */
function useSimilar(post: OpenPost, candidates: readonly Candidate[]) {
  const client = useClient()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const scores = new Map(candidates.map((one) => [one.post.id, one.score]))
  const merged = new Set(post.mergedPosts.nodes.map(({ id }) => id))
  const posts = useExpected<PostRow>(candidates.map((one) => one.post)).filter(
    ({ id }) => !dismissed.includes(id) && !merged.has(id),
  )
  // Several run at once: each is one press.
  const dismiss = async (id: string) => {
    setDismissed((before) => [...before, id])
    const variables = { id: post.id, duplicateId: id }
    const { data: answer, error } = await client.mutation(DISMISS_DUPLICATE, variables).toPromise()
    const { errors, problem } = reasonsOf(answer?.dismissDuplicate, error)
    const reason = problem ?? Object.values(errors)[0]
    if (reason === undefined) return
    setDismissed((before) => before.filter((one) => one !== id))
    toast({ text: reason, tone: 'bad' })
  }
  return { posts, scores, dismiss }
}

type SimilarPostProps = { post: PostRow; score: number; onMerge: () => void; onDismiss: () => void }

function SimilarPost({ post: { id, title }, score, onMerge, onDismiss }: SimilarPostProps) {
  return (
    <li>
      <Link
        from="/$organization/posts"
        to="/$organization/posts/$post"
        params={{ post: id }}
        search={true}
        dir="auto"
      >
        {title}
      </Link>
      <small>{similarity(score)}</small>
      <span className={styles.choices}>
        <Button look="quiet" aria-label={t('mergeThis', { title })} onClick={onMerge}>
          {t('mergeHere')}
        </Button>
        <Button look="quiet" aria-label={t('differentThis', { title })} onClick={onDismiss}>
          {t('different')}
        </Button>
      </span>
    </li>
  )
}
