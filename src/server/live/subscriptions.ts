import type { GraphQLError } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { Credentials } from '../../auth/credentials.ts'
import type { Cursor } from '../../events/cursor.ts'
import type { Transport } from '../../graphql/metrics.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { resolveSource } from './resolve-source.ts'
import type { Subscriber, Output } from './subscriber.ts'
import { createGroups, type GroupOperation } from './groups.ts'
import type { Payload } from '../graphql/payload.ts'
import type { PreparedOperation } from '../graphql/prepare-operation.ts'
import { RequestError } from '../graphql/request-error.ts'
import { watchCallers, type WatchedSubscription } from './revalidate-credentials.ts'
import { quotaReached, tooManyRequests } from '../../auth/quotas.ts'
import { retry } from '../../lib/concurrency/retry.ts'
import { createTally } from '../../lib/concurrency/tally.ts'

/** Receiver of an operation's results. */
type Sink = Omit<Subscriber, 'next'> & {
  next(payload: Payload): void
  /**
   * Ends the operation because its caller lost the permission, or with `gone` because the credential became
   * invalid.
   */
  end(errors: readonly GraphQLError[], gone: boolean): void
}

/** A request to start a subscription. */
export type SubscribeRequest = {
  operation: PreparedOperation
  credentials: Credentials
  caller: Caller
  transport: Transport
  requestId: string
  address: string
  sink: Sink
}

export type Subscriptions = {
  /**
   * Starts a subscription from now on. Returns a function that ends it. @throws Refusal, AppError
   * RATE_LIMITED
   */
  open(request: SubscribeRequest): Promise<() => void>
  stop(): Promise<void>
}

const RETRY_DELAY_MS = 500
/**
 * Maximum number of tries to continue as a changed caller while the open subscriptions cost too much. Others
 * that change at the same time may not have left their groups yet.
 */
const MAX_CROWDED = 20
const RETRY_AFTER_S = 10

/**
 * Creates the subscriptions of a process, for all transports. The permissions of their callers are checked
 * continually.
 */
export function createSubscriptions(graphql: GraphqlEngine): Subscriptions {
  const groups = createGroups(graphql)
  const watch = watchCallers(graphql)
  const { quotas, metrics } = graphql.services
  const most = quotas.subscriptions
  const slots = createTally<number>(most)
  return {
    async open({ operation: asked, credentials, transport, sink, ...request }) {
      let { caller } = request
      /** The requested operation at first, then the one that its group stores. */
      let operation: GroupOperation = asked
      const leaveSlot = slots.enter(caller.organizationId ?? 0)
      if (!leaveSlot) throw tooManyRequests(quotaReached(most, 'subscriptions open at a time'), RETRY_AFTER_S)
      /**
       * Cursor of the last output sent, or of the start. Null for sources without a past before the first
       * output.
       */
      let mark: Cursor | null = null
      let closed = false
      /** Number of the latest change of the caller. */
      let change = 0
      const subscriber: Subscriber = {
        canQueue: sink.canQueue,
        runExclusive: sink.runExclusive,
        abort: sink.abort,
        next: ({ payload, at }: Output) => {
          mark = at
          sink.next(payload)
        },
      }
      let leave = () => {}
      const join = async (): Promise<void> => {
        const current = change
        const topic = await resolveSource(graphql, operation, caller, request)
        if (closed || current !== change) return
        const start = topic.log ? (mark ??= topic.log.start) : null
        const joined = groups.join(topic, operation, caller, subscriber, start)
        ;({ leave, operation } = joined)
      }
      await join().catch((error: unknown) => {
        leaveSlot()
        throw error
      })
      const close = () => {
        if (closed) return
        closed = true
        leaveSlot()
        leave()
        stopWatching()
        metrics.countSubscription(transport, -1)
      }
      const end = (errors: readonly GraphQLError[], gone: boolean) => {
        if (closed) return
        close()
        sink.end(errors, gone)
      }
      const moveTo = async (next: Caller) => {
        caller = next
        const current = ++change
        leave()
        leave = () => {}
        let errors: readonly GraphQLError[] = []
        let crowded = 0
        await retry(join, {
          delayMs: RETRY_DELAY_MS,
          until: () => closed || current !== change,
          isRetryable(error) {
            errors = error instanceof RequestError ? error.errors : [graphql.mask(error)]
            return hasStatus(errors, 429) ? ++crowded <= MAX_CROWDED : hasStatus(errors, 503)
          },
        }).catch(() => end(errors, false))
      }
      const watched: WatchedSubscription = {
        caller: () => caller,
        onCallerChange: (next) => void graphql.withRequestId(request.requestId, () => moveTo(next)),
        onRejected: (error) => end([error], true),
      }
      const stopWatching = watch.add(credentials, watched)
      metrics.countSubscription(transport, 1)
      return close
    },
    stop: watch.stop,
  }
}

/** Status 503 means that the database was unreachable, and 429 that the open subscriptions cost too much. */
const hasStatus = (errors: readonly GraphQLError[], status: number) =>
  errors.some(({ extensions }) => extensions.status === status)
