import type { Client } from 'graphql-ws/client'
import type { GraphQLFailure } from './echolog-error.ts'

/** A result of a subscription. */
export type LiveResult = {
  data?: Record<string, unknown> | null | undefined
  errors?: readonly GraphQLFailure[] | undefined
}

/** Why the results of a subscription end: the service completed it, or too many waited for the reader. */
export type Ending = 'completed' | 'paused'

/** Why the results end, or what was thrown. */
type End = { ending: Ending } | { thrown: unknown }

type LivePayload = { query: string; variables: Record<string, unknown> }

/**
 * Yields the results of one subscription on one connection, and ends it with the iteration. At most `maxWaiting`
 * results wait for the reader. More end the subscription: those that wait are yielded before the end.
 * @throws the GraphQL errors, close event or error of the socket, and the reason of an aborted signal
 */
export async function* readResults(
  client: Client,
  payload: LivePayload,
  { signal, maxWaiting }: { signal: AbortSignal; maxWaiting: number },
): AsyncGenerator<LiveResult, Ending, undefined> {
  const waiting: LiveResult[] = []
  let end: End | null = null
  let wake = () => {}
  const endWith = (how: End) => ((end ??= how), wake())
  const unsubscribe = client.subscribe(payload, {
    next: (result) => {
      if (end) return
      waiting.push(result)
      if (waiting.length > maxWaiting) {
        endWith({ ending: 'paused' })
        unsubscribe()
      } else wake()
    },
    error: (thrown) => endWith({ thrown }),
    complete: () => endWith({ ending: 'completed' }),
  })
  const abort = () => {
    waiting.length = 0
    endWith({ thrown: signal.reason })
  }
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    for (;;) {
      const result = waiting.shift()
      if (result) yield result
      else if (end) return endingOf(end)
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    signal.removeEventListener('abort', abort)
    unsubscribe()
  }
}

function endingOf(end: End): Ending {
  if ('thrown' in end) throw end.thrown
  return end.ending
}
