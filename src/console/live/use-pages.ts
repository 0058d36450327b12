import { useMemo, useSyncExternalStore } from 'react'
import { useClient, type AnyVariables, type TypedDocumentNode } from 'urql'
import type { LiveEvent } from './event-documents.ts'
import { PageList, type Connection } from './page-list.ts'
import { useRereads } from './use-rereads.ts'

const never = () => false

/**
 * Reads a Relay connection page by page. The document has `$after: String`, and selects `nodes` and
 * `pageInfo { hasNextPage endCursor }`. The list starts again if the query or a variable changes. Events for which
 * `changesWith` is true read its pages again. `select` and `changesWith` are the same functions in each render.
 */
export function usePages<Data, Variables extends AnyVariables, Node extends object>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  select: (data: Data) => Connection<Node> | null | undefined,
  changesWith: (type: LiveEvent['type']) => boolean = never,
) {
  const client = useClient()
  const key = JSON.stringify(variables)
  const list = useMemo(
    () =>
      new PageList<Data, Variables, Node>({
        client,
        query,
        variables: JSON.parse(key) as Omit<Variables, 'after'>,
        select,
      }),
    [client, query, key, select],
  )
  const state = useSyncExternalStore(list.subscribe, list.state)
  useRereads({ read: list.refresh, changesWith })
  return { ...state, loadMore: list.loadMore, refresh: list.refresh }
}
