import type { Credentials } from '../../auth/credentials.ts'
import { quotaReached } from '../../auth/quotas.ts'
import type { Transport } from '../../graphql/metrics.ts'
import { createTally, type Tally } from '../../lib/concurrency/tally.ts'
import { tooManyRequests } from '../../lib/errors.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import type { PreparedOperation } from '../graphql/prepare-operation.ts'
import { Groups } from './groups.ts'
import { CredentialWatch } from './revalidate-credentials.ts'
import { Subscription, type SubscriptionOptions } from './subscription.ts'

/** A request to start a subscription. */
type SubscribeRequest = SubscriptionOptions & {
  operation: PreparedOperation
  credentials: Credentials
  transport: Transport
}

const RETRY_AFTER_S = 10

/**
 * The subscriptions of a process, for all transports. The permissions of their callers are checked
 * continually.
 */
export class Subscriptions {
  readonly #graphql: GraphqlEngine
  readonly #groups: Groups
  readonly #watch: CredentialWatch
  /** Counts open subscriptions per organization. */
  readonly #slots: Tally<number>

  constructor(graphql: GraphqlEngine) {
    this.#graphql = graphql
    this.#groups = new Groups(graphql)
    this.#watch = new CredentialWatch(graphql)
    this.#slots = createTally<number>(graphql.services.quotas.subscriptions)
  }

  /**
   * Starts a subscription from now on. Returns a function that ends it.
   * @throws RequestError, AppError RATE_LIMITED
   */
  async open({ credentials, transport, ...options }: SubscribeRequest): Promise<() => void> {
    const { metrics } = this.#graphql.services
    const leaveSlot = this.#enter(options.caller.organizationId ?? 0)
    const subscription = new Subscription(this.#graphql, this.#groups, options)
    await subscription.join().catch((error: unknown) => {
      leaveSlot()
      throw error
    })
    const stopWatching = this.#watch.add(credentials, subscription)
    metrics.countSubscription(transport, 1)
    subscription.onClose(() => {
      leaveSlot()
      stopWatching()
      metrics.countSubscription(transport, -1)
    })
    return () => subscription.close()
  }

  stop(): Promise<void> {
    return this.#watch.stop()
  }

  #enter(organizationId: number): () => void {
    const leave = this.#slots.enter(organizationId)
    if (leave) return leave
    const { subscriptions } = this.#graphql.services.quotas
    throw tooManyRequests(quotaReached(subscriptions, 'subscriptions open at a time'), RETRY_AFTER_S)
  }
}
