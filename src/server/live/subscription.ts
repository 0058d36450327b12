import type { GraphQLError } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { Cursor } from '../../events/cursor.ts'
import { retry } from '../../lib/concurrency/retry.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import type { Payload } from '../graphql/payload.ts'
import { RequestError } from '../graphql/request-error.ts'
import type { GroupOperation, Groups } from './groups.ts'
import { resolveSource } from './resolve-source.ts'
import type { WatchedSubscription } from './revalidate-credentials.ts'
import type { ReplayQueue } from './send-queue.ts'
import type { Output, Subscriber } from './subscriber.ts'

/** Receiver of an operation's results. */
export type Sink = {
  readonly sendQueue: ReplayQueue
  next(payload: Payload): void
  /**
   * Ends the operation because its caller lost the permission, or with `isGone` because the credential became
   * invalid.
   */
  end(errors: readonly GraphQLError[], isGone: boolean): void
}

/** Operation of a subscription, its caller and the receiver of its results. */
export type SubscriptionOptions = {
  operation: GroupOperation
  caller: Caller
  requestId: string
  address: string
  sink: Sink
}

const RETRY_DELAY_MS = 500
/**
 * Maximum number of tries to continue as a changed caller while the open subscriptions cost too much. Others
 * that change at the same time may not have left their groups yet.
 */
const MAX_CROWDED = 20

/** A running subscription. It continues after the last output sent when its caller changes. */
export class Subscription implements Subscriber, WatchedSubscription {
  readonly #graphql: GraphqlEngine
  readonly #groups: Groups
  readonly #request: { requestId: string; address: string }
  readonly #sink: Sink
  /** The requested operation at first, then the one that its group stores. */
  #operation: GroupOperation
  #caller: Caller
  /**
   * Cursor of the last output sent, or of the start. Null for sources without a past before the first
   * output.
   */
  #cursor: Cursor | null = null
  #isClosed = false
  /** Number of the latest change of the caller. */
  #change = 0
  #leave = () => {}
  #onClose = () => {}

  constructor(graphql: GraphqlEngine, groups: Groups, options: SubscriptionOptions) {
    const { operation, caller, requestId, address, sink } = options
    this.#graphql = graphql
    this.#groups = groups
    this.#operation = operation
    this.#caller = caller
    this.#request = { requestId, address }
    this.#sink = sink
  }

  get sendQueue(): ReplayQueue {
    return this.#sink.sendQueue
  }

  /** Joins the group of its operation. @throws RequestError, AppError RATE_LIMITED */
  async join(): Promise<void> {
    const change = this.#change
    const source = await resolveSource(this.#graphql, this.#operation, this.#caller, this.#request)
    if (this.#isClosed || change !== this.#change) return
    const start = source.log ? (this.#cursor ??= source.log.start) : null
    const { leave, operation } = this.#groups.join(source, this.#operation, this.#caller, this, start)
    this.#leave = leave
    this.#operation = operation
  }

  next({ payload, at }: Output): void {
    this.#cursor = at
    this.#sink.next(payload)
  }

  /** Calls a function once when the subscription closes. */
  onClose(listener: () => void): void {
    this.#onClose = listener
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#leave()
    this.#onClose()
  }

  caller(): Caller {
    return this.#caller
  }

  onCallerChange(caller: Caller): void {
    void this.#graphql.withRequestId(this.#request.requestId, () => this.#continueAs(caller))
  }

  onRejected(error: GraphQLError): void {
    this.#end([error], true)
  }

  #end(errors: readonly GraphQLError[], isGone: boolean): void {
    if (this.#isClosed) return
    this.close()
    this.#sink.end(errors, isGone)
  }

  async #continueAs(caller: Caller): Promise<void> {
    this.#caller = caller
    const change = ++this.#change
    this.#leave()
    this.#leave = () => {}
    let errors: readonly GraphQLError[] = []
    let crowded = 0
    await retry(() => this.join(), {
      delayMs: RETRY_DELAY_MS,
      until: () => this.#isClosed || change !== this.#change,
      isRetryable: (error) => {
        errors = error instanceof RequestError ? error.errors : [this.#graphql.maskError(error)]
        return hasStatus(errors, 429) ? ++crowded <= MAX_CROWDED : hasStatus(errors, 503)
      },
    }).catch(() => this.#end(errors, false))
  }
}

/** Status 503 means that the database was unreachable, and 429 that the open subscriptions cost too much. */
const hasStatus = (errors: readonly GraphQLError[], status: number) =>
  errors.some(({ extensions }) => extensions.status === status)
