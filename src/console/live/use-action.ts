import { useCallback, useRef, useState } from 'react'
import { useClient, type AnyVariables, type CombinedError, type TypedDocumentNode } from 'urql'
import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'

const t = messagesOf(texts)

/** A reason of a payload. Documents select `errors { field message problem }`. */
type Reason = {
  message: string
  field?: readonly string[] | null
  problem?: string | null
}
type Payload = { errors: readonly Reason[] }
type State = { errors: Record<string, string>; problem: string | null; isRunning: boolean }

const QUIET: State = { errors: {}, problem: null, isRunning: false }

/** The payload of the one mutation of a document. */
type PayloadOf<Data> = Data extends Record<string, unknown> ? Extract<Data[keyof Data], Payload> : never

/**
 * Runs a mutation. `run` resolves to its payload, or to null if nothing was changed. Reasons with a field are in
 * `errors`, by the path below `input` such as `title` or `changes.title`. The others and a failed request are in
 * `problem`.
 */
export function useAction<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
) {
  const client = useClient()
  const [state, setState] = useState(QUIET)
  const isRunning = useRef(false)
  const run = useCallback(
    async (variables: Variables): Promise<PayloadOf<Data> | null> => {
      // A second press of the button must not do it twice.
      if (isRunning.current) return null
      isRunning.current = true
      setState((before) => ({ ...before, isRunning: true }))
      const { data, error } = await client.mutation(document, variables).toPromise()
      isRunning.current = false
      const payload = payloadOf(data)
      setState({ ...reasonsOf(payload, error), isRunning: false })
      return error || !payload || payload.errors.length > 0 ? null : payload
    },
    [client, document],
  )
  const reset = useCallback(() => setState(QUIET), [])
  return { ...state, run, reset }
}

/** The payload in the data of a mutation: its one field. */
function payloadOf<Data>(data: Data | undefined): PayloadOf<Data> | null {
  const [payload] = Object.values<PayloadOf<Data>>(data ?? {})
  return payload ?? null
}

/** Reasons of a payload by field, and what belongs to none. */
export function reasonsOf(
  payload: Payload | null | undefined,
  error: CombinedError | undefined,
): { errors: Record<string, string>; problem: string | null } {
  const errors: Record<string, string> = {}
  let problem = error ? (error.graphQLErrors[0]?.message ?? t('unreachable')) : null
  for (const { field, message, problem: predicate } of payload?.errors ?? [])
    if (field && field.length > 0) errors[field.join('.')] ??= sentence(predicate ?? message)
    else problem ??= message
  return { errors, problem }
}

const sentence = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
