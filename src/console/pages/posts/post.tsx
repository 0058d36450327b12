import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { useWindowTitle } from '../../app/page-head.tsx'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Empty } from '../../ui/empty.tsx'
import prose from '../../ui/prose.module.css'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Comments } from './comments.tsx'
import { useExpected } from './expected.ts'
import { Followers } from './followers.tsx'
import { History } from './history.tsx'
import { DUPLICATES, type Candidate } from './merge-documents.ts'
import { Merged } from './merged.tsx'
import { PostHead } from './post-head.tsx'
import styles from './post.module.css'
import { PARTS, type Part } from './search.ts'
import { Reach } from './reach.tsx'
import { Similar } from './similar.tsx'
import { POST, type OpenPost } from './open-post-documents.ts'
import { Voters } from './voters.tsx'

const t = messagesOf(texts)
const POSTS_ONLY = /^POST_/
const NONE: readonly Candidate[] = []
const changesPost = (type: string) => POSTS_ONLY.test(type)

/** One post: its text, its state, and all that people have added to it. */
export function Post() {
  const { post: id = '' } = useParams({ strict: false })
  const variables = useMemo(() => ({ id }), [id])
  const { data, error, fetching } = useLiveQuery({ query: POST, variables, changesWith: changesPost })
  // Similar posts that came later would move everything below them.
  const [{ data: similar, fetching: isSearching }] = useQuery({ query: DUPLICATES, variables })
  const [post] = useExpected(data?.post ? [data.post] : [])
  if (post && !isSearching) return <Content post={post} candidates={similar?.duplicateCandidates ?? NONE} />
  if (error && !data) return <p role="alert">{t('failed')}</p>
  if (post || (fetching && !data)) return <Skeleton rows={8} />
  return (
    <Empty
      title={t('goneTitle')}
      text={t('goneText')}
      action={
        <Link from="/$organization/posts" to="/$organization/posts" search={true} className={button.button}>
          {t('backToList')}
        </Link>
      }
    />
  )
}

function Content({ post, candidates }: { post: OpenPost; candidates: readonly Candidate[] }) {
  const { part = 'comments' } = useSearch({ from: '/$organization/posts' })
  useWindowTitle(post.title, t('title'))
  return (
    <article className={styles.post}>
      <PostHead post={post} />
      <Reach id={post.id} />
      {post.descriptionHtml !== '' && (
        <SanitizedHtml html={post.descriptionHtml} lang="" className={prose.prose} />
      )}
      <Merged post={post} />
      <Similar post={post} candidates={candidates} />
      <Tabs name={t('parts')}>
        {PARTS.map((one) => (
          <Link
            key={one}
            from="/$organization/posts/$post"
            to="/$organization/posts/$post"
            search={(before) => ({ ...before, part: one })}
            replace
            activeOptions={{ exact: true }}
            activeProps={{ 'aria-current': undefined }}
            aria-current={one === part ? 'page' : undefined}
          >
            {t(`part.${one}`)}
            {one === 'comments' && <small>{post.commentsCount}</small>}
            {one === 'votes' && <small>{post.votesCount}</small>}
          </Link>
        ))}
      </Tabs>
      <Chosen part={part} post={post} />
    </article>
  )
}

/** A chosen part of the post. One that was merged takes no votes, comments and followers. */
function Chosen({ part, post }: { part: Part; post: OpenPost }) {
  const of = { id: post.id, isClosed: post.mergedInto !== null }
  switch (part) {
    case 'comments':
      return <Comments {...of} />
    case 'votes':
      return <Voters {...of} />
    case 'followers':
      return <Followers {...of} />
    case 'history':
      return <History id={post.id} />
  }
}
