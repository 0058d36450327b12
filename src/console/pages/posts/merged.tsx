import { useState } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { isMerge } from '../../live/merges.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { MERGED_POSTS } from './merge-documents.ts'
import styles from './post.module.css'
import type { OpenPost } from './open-post-documents.ts'
import { usePostChanges } from './use-changes.ts'

const t = messagesOf(texts)
const select = ({ post }: ResultOf<typeof MERGED_POSTS>) => post?.mergedPosts

type MergedPost = OpenPost['mergedPosts']['nodes'][number]

/** Posts that were merged into the post. Each can be given back. */
export function Merged({ post: { id, mergedPosts } }: { post: OpenPost }) {
  const [allOf, setAllOf] = useState<string | null>(null)
  const { nodes, pageInfo } = mergedPosts
  if (nodes.length === 0) return null
  return (
    <section className={styles.block} aria-label={t('mergedPosts')}>
      <h3>{t('mergedPosts')}</h3>
      {allOf === id ? (
        <All id={id} first={nodes} />
      ) : (
        <>
          <List posts={nodes} />
          <LoadMore
            hasMore={pageInfo.hasNextPage}
            isLoading={false}
            hasFailed={false}
            loadMore={() => setAllOf(id)}
          />
        </>
      )}
    </section>
  )
}

/** Every page of the list. Until the first one is read, the posts that are known. */
function All({ id, first }: { id: string; first: readonly MergedPost[] }) {
  const { nodes, ...more } = usePages(MERGED_POSTS, { id }, select, isMerge)
  const hasFailed = more.hasFailed || (nodes === null && more.error !== undefined)
  return (
    <>
      <List posts={nodes ?? first} />
      <LoadMore
        {...more}
        hasMore={more.hasMore || nodes === null}
        hasFailed={hasFailed}
        loadMore={nodes === null ? more.refresh : more.loadMore}
      />
    </>
  )
}

function List({ posts }: { posts: readonly MergedPost[] }) {
  const { unmerge } = usePostChanges()
  return (
    <ul>
      {posts.map((merged) => (
        <li key={merged.id}>
          <span dir="auto">{merged.title}</span>
          <small>{t('votesCount', { count: merged.votesCount })}</small>
          <Button
            look="quiet"
            aria-label={t('unmergeThis', { title: merged.title })}
            onClick={() => void unmerge([merged])}
          >
            {t('unmerge')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
