import { useEffect } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import type { Connection } from './page-list.ts'
import { usePages } from './use-pages.ts'

const NONE: readonly never[] = []

/**
 * Reads every page of a Relay connection, for a list of choices. The nodes of the first pages are there before the
 * others, which are read while `isWanted`. The document and `select` are those of `usePages`.
 */
export function useAllPages<Data, Variables extends AnyVariables, Node extends object>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  select: (data: Data) => Connection<Node> | null | undefined,
  isWanted = true,
) {
  const { nodes, hasMore, isLoading, error, loadMore, refresh } = usePages(query, variables, select)
  useEffect(() => {
    if (isWanted && hasMore && !isLoading && !error) loadMore()
  }, [isWanted, nodes, hasMore, isLoading, error, loadMore])
  const isRead = nodes !== null && !hasMore
  const isFailed = Boolean(error)
  return { nodes: nodes ?? NONE, isRead, isFailed, isReading: isWanted && !isRead && !isFailed, refresh }
}
