import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ResultOf } from '../../graphql.ts'
import type { LiveEvent } from '../../live/event-documents.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/customers.json'
import { messagesOf } from '../../messages.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { COMMENTS_OF, POSTS_OF, VOTES_OF } from './activity-documents.ts'
import { CommentRow, PostRow } from './activity-rows.tsx'
import styles from './customer.module.css'
import type { Customer } from './documents.ts'
import type { Tab } from './routes.ts'

const t = messagesOf(texts)
const NO_NODES = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }
const postsOf = (data: ResultOf<typeof POSTS_OF>) => data.user?.posts ?? NO_NODES
const votesOf = (data: ResultOf<typeof VOTES_OF>) => data.posts
const commentsOf = (data: ResultOf<typeof COMMENTS_OF>) => data.comments
const changesPosts = (type: LiveEvent['type']) => /^POST_/.test(type)
const changesVotes = (type: LiveEvent['type']) => /^(POST|VOTE)_/.test(type)
const changesComments = (type: LiveEvent['type']) => /^(POST|COMMENT)_/.test(type)

/** Posts and comments of a person, and the posts that they voted for. */
export function Activity({ customer, tab }: { customer: Customer; tab: Tab | 'posts' }) {
  const { id, postsCount, votesCount, commentsCount, email } = customer
  const counts = { posts: postsCount, votes: votesCount, comments: commentsCount }
  return (
    <div className={styles.activity}>
      <Tabs name={t('activity')}>
        {(['posts', 'votes', 'comments'] as const).map((name) => (
          <Link
            key={name}
            from="/$organization"
            to="/$organization/customers/$customer"
            params={{ customer: id }}
            search={name === 'posts' ? {} : { tab: name }}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={name === tab ? 'page' : undefined}
          >
            {t(name)} <small>{counts[name]}</small>
          </Link>
        ))}
      </Tabs>
      {tab === 'posts' && <Posts id={customer.user.id} />}
      {tab === 'votes' && <Votes email={email ?? ''} />}
      {tab === 'comments' && <Comments id={customer.user.id} />}
    </div>
  )
}

function Posts({ id }: { id: string }) {
  const list = usePages(POSTS_OF, { id }, postsOf, changesPosts)
  return (
    <List list={list} empty={t('posts.none')}>
      {list.nodes?.map((post) => (
        <PostRow key={post.id} post={post} />
      ))}
    </List>
  )
}

function Votes({ email }: { email: string }) {
  const list = usePages(VOTES_OF, { email }, votesOf, changesVotes)
  return (
    <List list={list} empty={t('votes.none')}>
      {list.nodes?.map((post) => (
        <PostRow key={post.id} post={post} />
      ))}
    </List>
  )
}

function Comments({ id }: { id: string }) {
  const list = usePages(COMMENTS_OF, { id }, commentsOf, changesComments)
  return (
    <List list={list} empty={t('comments.none')}>
      {list.nodes?.map((comment) => (
        <CommentRow key={comment.id} comment={comment} />
      ))}
    </List>
  )
}

type ListProps = {
  list: {
    nodes: readonly object[] | null
    hasMore: boolean
    isLoading: boolean
    hasFailed: boolean
    loadMore: () => void
    error?: unknown
  }
  empty: string
  children: ReactNode
}

function List({ list, empty, children }: ListProps) {
  if (!list.nodes) return list.error ? <p role="alert">{t('failed')}</p> : <Skeleton rows={4} />
  return (
    <>
      {list.nodes.length === 0 && <p className={styles.quiet}>{empty}</p>}
      <ul>{children}</ul>
      <LoadMore {...list} />
    </>
  )
}
