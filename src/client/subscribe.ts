import type { Document } from './graphql.ts'
import type { LiveSocket } from './live-socket.ts'
import { followResults } from './follow-results.ts'
import { declaresAfter } from './operation-of.ts'

/** Root fields whose items are events, which a subscription resumes. */
type EventField = 'events' | 'postEvents' | 'bucketEvents'

/** Rejects a subscription to events that cannot resume. The error names what is missing. */
type Resumable<Data, Variables> = [keyof Data & EventField] extends [never]
  ? unknown
  : 'after' extends keyof Variables
    ? Data[keyof Data & EventField] extends { id: unknown }
      ? unknown
      : { missing: 'select `id` of the event' }
    : { missing: 'declare `$after: ID` and pass it to the field' }

type LiveOptions<Variables> = {
  variables?: Omit<Variables, 'after'>
  /** Id of the last event that was processed. By default the subscription starts with the next event. */
  after?: string | null | undefined
  /** Ends the iteration with the reason of the signal. */
  signal?: AbortSignal
  /**
   * Maximum number of failures in a row. A result, or a connection of 30 seconds, starts the count again.
   * Default 20, which is about eight minutes.
   */
  attempts?: number
  /** Maximum number of results that wait for the reader. Default 1,000. */
  maxWaiting?: number
  /** Receives the failure before each new connection. */
  onReconnect?: (error: Error) => void
}

type LiveArgument<Variables> =
  Record<never, never> extends Omit<Variables, 'after'>
    ? [options?: LiveOptions<Variables>]
    : [options: LiveOptions<Variables> & { variables: Omit<Variables, 'after'> }]

/** Subscribes to a document. */
export type Subscribe = <Data, Variables>(
  document: Document<Data, Variables> & Resumable<Data, Variables>,
  ...rest: LiveArgument<Variables>
) => AsyncIterableIterator<Data, void>

/**
 * Creates the function that subscribes. Its iterator reconnects and resumes: a document that declares `$after`
 * yields each event once and in order, over cut connections and restarts of servers. Without `$after` the
 * subscription starts again, which suits current states such as `statusCounts`.
 *
 * The iterator ends when the reader returns it or the service completes the subscription. `next` rejects, and the
 * iterator ends, with an EchologError for a refusal, an ended credential or too many failures, and with the reason
 * of an aborted signal.
 *
 * @param socket returns the socket of the client
 * @param endOfLog returns the id of the latest event, or null if the caller may not read it or there is none
 */
export function createSubscribe(
  socket: () => LiveSocket,
  endOfLog: (signal: AbortSignal) => Promise<string | null>,
): Subscribe {
  return <Data>(document: unknown, options: LiveOptions<object> = {}) => {
    const stopped = new AbortController()
    const { signal, after = null, variables, ...limits } = options
    const results = followResults(
      { socket, endOfLog },
      {
        query: document as string,
        variables: { ...variables },
        after,
        isResumable: declaresAfter(document as string),
        signal: signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal,
        ...limits,
      },
    ) as AsyncGenerator<Data, void, undefined>
    const endIfStopped = (error: unknown): IteratorReturnResult<void> => {
      if (stopped.signal.aborted) return { done: true, value: undefined }
      throw error
    }
    return {
      next: () => results.next().catch(endIfStopped),
      // Ends a pending `next` too.
      return: async () => {
        stopped.abort()
        return results.return()
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }
}
