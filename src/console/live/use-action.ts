import { useCallback, useRef, useState } from 'react'
import {
  useClient,
  type AnyVariables,
  type CombinedError,
  type OperationContext,
  type TypedDocumentNode,
} from 'urql'
import { requestProblem } from './request-problem.ts'

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
 * Runs a mutation. `run` resolves to its payload, or to null without one. Reasons with a field are in `errors`, by the
 * path below `input` such as `title` or `changes.title`. The others and a failed request are in `problem`.
 */
export function useAction<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
) {
  return useMutation(document, withoutKey)
}

/**
 * Runs a mutation as `useAction` does, for what must not be done twice. A second try after a lost answer has the
 * idempotency key of the first, and receives the payload of the first.
 */
export function useActionOnce<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
) {
  const unanswered = useRef<Attempt | null>(null)
  const attempt = useCallback((variables: object) => {
    const text = JSON.stringify(variables)
    if (unanswered.current?.text !== text)
      unanswered.current = { text, context: { idempotencyKey: newIdempotencyKey() } }
    return { context: unanswered.current.context, onAnswer: () => (unanswered.current = null) }
  }, [])
  return useMutation(document, attempt)
}

/** Returns a new idempotency key. `crypto.randomUUID` is missing on pages without https. */
const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** A mutation without an answer yet. */
type Attempt = { text: string; context: Partial<OperationContext> }
type StartAttempt = (variables: object) => { context: Partial<OperationContext>; onAnswer: () => void }

const withoutKey: StartAttempt = () => ({ context: {}, onAnswer: () => {} })

/** Runs a mutation in the context of an attempt. */
function useMutation<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  start: StartAttempt,
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
      const { context, onAnswer } = start(variables as object)
      const { data, error } = await client.mutation(document, variables, context).toPromise()
      isRunning.current = false
      const payload = payloadOf(data)
      if (payload) onAnswer()
      setState({ ...reasonsOf(payload, error, 'idempotencyKey' in context), isRunning: false })
      return error || !payload || payload.errors.length > 0 ? null : payload
    },
    [client, document, start],
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
  isKeyed = false,
): { errors: Record<string, string>; problem: string | null } {
  const errors: Record<string, string> = {}
  let problem = error ? requestProblem(error, isKeyed) : null
  for (const { field, message, problem: predicate } of payload?.errors ?? [])
    if (field && field.length > 0) errors[field.join('.')] ??= sentence(predicate ?? message)
    else problem ??= message
  return { errors, problem }
}

const sentence = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
