import { setTimeout as sleep } from 'node:timers/promises'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { Credentials } from '../../auth/identify.ts'
import type { Cursor } from '../../events/cursor.ts'
import { countSubscription, type Transport } from '../metrics/metrics.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { resolveSource } from './resolve-source.ts'
import type { Subscriber, Output } from './subscriber.ts'
import { createGroups, type GroupOperation } from './groups.ts'
import type { Payload } from '../graphql/payload.ts'
import type { PreparedOperation } from '../graphql/prepare-operation.ts'
import { RequestError } from '../graphql/request-error.ts'
import { watchCallers, type WatchedSubscription } from './revalidate-credentials.ts'
import { quotaReached, tooManyRequests } from '../../modules/organizations/quotas.ts'
import { createTally } from '../../lib/tally.ts'

/** What an operation is sent to. */
export type Sink = Omit<Subscriber, 'next'> & {
  next(payload: Payload): void
  /** It goes on no longer: its caller may not any more, or, with `gone`, the credential is worth nothing any more. */
  end(errors: readonly GraphQLError[], gone: boolean): void
}

/** An operation that somebody wants to begin. */
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
  /** Begins a subscription: what happens from now on is sent. Returns what ends it. @throws Refusal, AppError RATE_LIMITED */
  open(request: SubscribeRequest): Promise<() => void>
  stop(): Promise<void>
}

const RETRY_DELAY_MS = 500
/**
 * Tries to go on as a changed caller while what is open costs too much: others that change at the same time have not left
 * their groups yet.
 */
const MAX_CROWDED = 20
const RETRY_AFTER_S = 10

/** The open subscriptions of a process, whichever way they are sent. What their callers may is looked at again and again. */
export function createSubscriptions(graphql: GraphqlEngine): Subscriptions {
  const groups = createGroups(graphql)
  const watch = watchCallers(graphql)
  const most = graphql.services.quotas.subscriptions
  const slots = createTally<number>(most)
  return {
    async open({ operation: asked, credentials, transport, sink, ...request }) {
      let { caller } = request
      /** The one that was asked for, then the one that its group keeps. */
      let operation: GroupOperation = asked
      const leaveSlot = slots.enter(caller.organizationId ?? 0)
      if (!leaveSlot) throw tooManyRequests(quotaReached(most, 'subscriptions open at a time'), RETRY_AFTER_S)
      /** The last that was sent, or what it begins after; null while nothing was sent of what has no past. */
      let mark: Cursor | null = null
      let closed = false
      /** Which of several changes of the caller is the latest. */
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
        countSubscription(transport, -1)
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
        for (let crowded = 0; !closed && current === change; await sleep(RETRY_DELAY_MS)) {
          try {
            return await join()
          } catch (error) {
            const errors = error instanceof RequestError ? error.errors : [graphql.mask(error)]
            if (hasStatus(errors, 429)) crowded++
            else if (!hasStatus(errors, 503)) return end(errors, false)
            if (crowded > MAX_CROWDED) return end(errors, false)
          }
        }
      }
      const watched: WatchedSubscription = {
        caller: () => caller,
        onCallerChange: (next) => void graphql.withRequestId(request.requestId, () => moveTo(next)),
        onRejected: (error) => end([error], true),
      }
      const stopWatching = watch.add(credentials, watched)
      countSubscription(transport, 1)
      return close
    },
    stop: watch.stop,
  }
}

/** 503 says that the database could not be reached, 429 that what is open costs too much. */
const hasStatus = (errors: readonly GraphQLError[], status: number) =>
  errors.some(({ extensions }) => extensions.status === status)
