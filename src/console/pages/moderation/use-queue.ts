import { useCallback, useState } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import { PENDING_COMMENTS, PENDING_POSTS, type Item } from './moderation-documents.ts'

const NO_VARIABLES = {}
const selectPosts = (data: ResultOf<typeof PENDING_POSTS>) => data.posts
const selectComments = (data: ResultOf<typeof PENDING_COMMENTS>) => data.comments
const changesPosts = (type: string) => /^POST_/.test(type)
const changesComments = (type: string) => /^(POST|COMMENT)_/.test(type)

/**
 * The posts and comments that wait, oldest first, in one queue. A page of one kind that is not read yet could
 * contain older items than the end of the other, so the queue ends where both are known. It has no items before the
 * first page of each kind is read or has failed, because an older item would move those that are there.
 */
export function useQueue(show: 'posts' | 'comments' | undefined) {
  const posts = usePages(PENDING_POSTS, NO_VARIABLES, selectPosts, changesPosts)
  const comments = usePages(PENDING_COMMENTS, NO_VARIABLES, selectComments, changesComments)
  const { decided, setGone } = useDecided()
  const lists = [
    ...(show === 'comments' ? [] : [{ ...posts, items: withKind('post', posts.nodes) }]),
    ...(show === 'posts' ? [] : [{ ...comments, items: withKind('comment', comments.nodes) }]),
  ]
  const isRead = lists.every(({ nodes }) => nodes !== null)
  const isSettled = lists.every(({ nodes, error }) => nodes !== null || error)
  const end = lists
    .filter(({ hasMore }) => hasMore)
    .map(({ items }) => items.at(-1)?.createdAt ?? '')
    .toSorted()[0]
  const items = (isSettled ? lists : [])
    .flatMap((list) => list.items as readonly Item[])
    .filter(({ id, createdAt }) => !decided.has(id) && (end === undefined || createdAt <= end))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  return {
    items,
    isRead,
    error: lists.find(({ error }) => error)?.error,
    hasMore: isSettled && lists.some(({ hasMore }) => hasMore),
    isLoading: lists.some(({ isLoading }) => isLoading),
    hasFailed: lists.some(({ hasFailed }) => hasFailed),
    /** Reads the next page of the kind that ends first. */
    loadMore: () => {
      for (const list of lists) if (list.hasMore && list.items.at(-1)?.createdAt === end) list.loadMore()
    },
    refresh: () => {
      posts.refresh()
      comments.refresh()
    },
    /** Takes a decided item out of the queue before the server has read it again, or puts it back. */
    setGone,
  }
}

/** Ids of decided items, which leave the queue before the server has read it again. */
function useDecided() {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const setGone = useCallback((id: string, isGone: boolean) => {
    setDecided((before) => new Set(isGone ? [...before, id] : [...before].filter((one) => one !== id)))
  }, [])
  return { decided, setGone }
}

const withKind = <Kind extends Item['kind'], Node extends object>(
  kind: Kind,
  nodes: readonly Node[] | null,
) => nodes?.map((node) => ({ kind, ...node })) ?? []
