import { useEffect } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import type { Connection } from './page-list.ts'
import { usePages } from './use-pages.ts'

const NONE: readonly never[] = []

/**
 * Reads every page of a Relay connection, for a list of choices. The nodes of the first pages are there before the
 * others. The document and `select` are those of `usePages`.
 */
export function useAllPages<Data, Variables extends AnyVariables, Node extends object>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  select: (data: Data) => Connection<Node> | null | undefined,
) {
  const { nodes, hasMore, isLoading, error, loadMore, refresh } = usePages(query, variables, select)
  useEffect(() => {
    if (hasMore && !isLoading && !error) loadMore()
  }, [nodes, hasMore, isLoading, error, loadMore])
  return { nodes: nodes ?? NONE, isRead: nodes !== null && !hasMore, isFailed: Boolean(error), refresh }
}
