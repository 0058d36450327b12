import { useCallback } from 'react'
import { useQuery, type AnyVariables, type TypedDocumentNode } from 'urql'
import type { LiveEvent } from './event-documents.ts'
import { useRereads } from './use-rereads.ts'

type LiveQuery<Data, Variables extends AnyVariables> = {
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  /** Whether an event may change the result beyond the objects in it. */
  changesWith: (type: LiveEvent['type']) => boolean
  /** Minimum milliseconds between two reads. Default two seconds. */
  intervalMs?: number
  /** Milliseconds after which it is read without an event. */
  everyMs?: number
}

/** Runs a query, and again after the events that may change its result. It keeps its data while it is read. */
export function useLiveQuery<Data, Variables extends AnyVariables>({
  query,
  variables,
  changesWith,
  intervalMs,
  everyMs,
}: LiveQuery<Data, Variables>) {
  const [result, execute] = useQuery<Data, Variables>({ query, variables })
  const read = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute])
  useRereads({ read, changesWith, intervalMs, everyMs })
  return result
}
