import type { DocumentNode } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { Cursor } from '../../events/cursor.ts'
import type { SubscriptionSource } from '../../graphql/subscription-source.ts'
import { FairQueue, limits } from '../../lib/concurrency/fair-queue.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { CostBudget, type Cost } from './cost-budget.ts'
import { LogGroup, type Group } from './log-group.ts'
import { numberItems } from './number-items.ts'
import type { Subscriber } from './subscriber.ts'
import type { Share } from './retry-read.ts'
import type { PreparedOperation } from '../graphql/prepare-operation.ts'
import { StateGroup } from './state-group.ts'
import { createItemRunner, type RunItem } from './item-runner.ts'
import { digestOf, shareDocument } from './shared-document.ts'
import { selectsPersonalFields, sharedCaller, visibilityKey } from './visibility-key.ts'
import { createTurns } from './turns.ts'

/** Document and variables of a subscription, without its start. */
export type GroupOperation = Pick<PreparedOperation, 'document' | 'operationName' | 'variables' | 'cost'>

type Entry = { group: Group; operation: GroupOperation; members: number; release(): void }

/** Maximum number of subscribers that read the log themselves at a time. At most half of the connections. */
const MAX_CATCHING_UP = 6
/** Maximum share of one organization. */
const PART_OF_ORGANIZATION = 2 / 3

/**
 * The groups of a process. Subscriptions with the same source, document, variables and visibility share a
 * group, which runs each item once. A group ends with its last subscriber. While it is open, its cost and the
 * characters of its variables count in the budget of its organization. Those of its document count once for
 * all groups with that document.
 */
export class Groups {
  readonly #graphql: GraphqlEngine
  readonly #open = new Map<string, Entry>()
  /** Documents of the open groups by digest, so that equal ones are compiled once. */
  readonly #documents = new Map<string, { document: DocumentNode; groups: number }>()
  readonly #catchingUp: FairQueue
  readonly #turns: ReturnType<typeof createTurns>
  readonly #budget: CostBudget

  constructor(graphql: GraphqlEngine) {
    const { connections, quotas } = graphql.services
    const most = Math.max(1, Math.min(MAX_CATCHING_UP, Math.floor(connections / 2)))
    this.#graphql = graphql
    this.#catchingUp = new FairQueue(limits({ most, mostOfKey: Math.ceil(most * PART_OF_ORGANIZATION) }))
    this.#turns = createTurns(connections)
    this.#budget = new CostBudget(quotas.subscriptionCost)
  }

  /**
   * Sends a subscriber the results of a subscription for a caller, from `start` on. Returns a function that
   * ends it, and the operation as the group stores it. A subscriber that keeps this one needs no memory for
   * its own.
   * @throws AppError RATE_LIMITED when the open subscriptions of the organization would cost too much
   */
  join(
    source: SubscriptionSource,
    operation: GroupOperation,
    caller: Caller,
    subscriber: Subscriber,
    start: Cursor | null,
  ): { leave: () => void; operation: GroupOperation } {
    const { key, entry } = this.#entryOf(source, operation, caller)
    entry.members++
    return {
      operation: entry.operation,
      leave: once(entry.group.join(subscriber, start), () => this.#leave(key, entry)),
    }
  }

  /**
   * Returns the group of an operation, and opens it if there is none. It does not share objects with
   * subscribers, so that they keep no variables.
   */
  #entryOf(
    source: SubscriptionSource,
    { operationName, cost, ...asked }: GroupOperation,
    caller: Caller,
  ): { key: string; entry: Entry } {
    const { document, digest, characters, variableNames } = shareDocument(asked.document, operationName)
    const shared = sharedCaller(caller, selectsPersonalFields(this.#graphql.schema, document))
    const variables = Object.fromEntries(variableNames.map((name) => [name, asked.variables[name]]))
    const given = JSON.stringify(variables)
    const key = digestOf(JSON.stringify([source.key, digest, operationName, given, visibilityKey(shared)]))
    const existing = this.#open.get(key)
    if (existing) return { key, entry: existing }
    const entry = this.#openEntry(source, { document, operationName, variables, cost }, shared, [
      { id: key, weight: cost + given.length },
      { id: digest, weight: characters },
    ])
    this.#open.set(key, entry)
    return { key, entry }
  }

  #openEntry(
    source: SubscriptionSource,
    operation: GroupOperation,
    caller: Caller,
    costs: [Cost, Cost],
  ): Entry {
    const releaseCosts = this.#budget.hold(caller, costs)
    const held = this.#holdDocument(costs[1].id, operation.document)
    const own = { ...operation, document: held.document }
    const release = () => {
      releaseCosts()
      held.release()
    }
    return { group: this.#begin(source, own, caller), operation: own, members: 0, release }
  }

  /** Holds a document for a group until the returned function is called. */
  #holdDocument(digest: string, document: DocumentNode): { document: DocumentNode; release(): void } {
    const held = this.#documents.get(digest) ?? { document, groups: 0 }
    this.#documents.set(digest, held)
    held.groups++
    const release = () => {
      if (--held.groups === 0) this.#documents.delete(digest)
    }
    return { document: held.document, release }
  }

  #begin(source: SubscriptionSource, operation: GroupOperation, caller: Caller): Group {
    let isOver = false
    const organizationId = caller.organizationId ?? 0
    const turn: Share = (work) => this.#turns(organizationId, work)
    const options = { isOver: () => isOver, turn }
    const run = createItemRunner(this.#graphql, { ...operation, caller }, options)
    const group = this.#groupOn(source, run, (work) => this.#catchingUp.run(organizationId, work))
    return {
      join: (subscriber, start) => group.join(subscriber, start),
      close() {
        isOver = true
        group.close()
      },
    }
  }

  #groupOn(source: SubscriptionSource, run: RunItem, share: Share): Group {
    const { subscribe, log, currentState } = source
    const tools = { services: this.#graphql.services, log: this.#graphql.log, share }
    if (log) return new LogGroup({ subscribe, log }, run, tools, true)
    if (currentState) return new StateGroup(source, currentState, run)
    return new LogGroup(numberItems(source), run, tools, false)
  }

  #leave(key: string, entry: Entry): void {
    if (--entry.members > 0) return
    entry.group.close()
    entry.release()
    this.#open.delete(key)
  }
}

/** Ends a membership, at most once. */
function once(leave: () => void, then: () => void): () => void {
  let left = false
  return () => {
    if (left) return
    left = true
    leave()
    then()
  }
}
