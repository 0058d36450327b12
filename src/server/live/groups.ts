import type { DocumentNode } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { Cursor } from '../../events/cursor.ts'
import type { SubscriptionSource } from '../../graphql/subscription-source.ts'
import { fairGate } from '../../lib/concurrency/fair-gate.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { createCostBudget, type Cost } from './cost-budget.ts'
import { createLogGroup, type Group } from './log-group.ts'
import { numberItems } from './number-items.ts'
import type { Subscriber } from './subscriber.ts'
import type { Share } from './persist.ts'
import type { PreparedOperation } from '../graphql/prepare-operation.ts'
import { createStateGroup } from './state-group.ts'
import { createItemRunner } from './item-runner.ts'
import { digestOf, shareDocument } from './shared-document.ts'
import { selectsPersonalFields, sharedCaller, visibilityKey } from './visibility-key.ts'
import { createTurns } from './turns.ts'

/** Document and variables of a subscription, without its start. */
export type GroupOperation = Pick<PreparedOperation, 'document' | 'operationName' | 'variables' | 'cost'>

type Groups = {
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
  ): { leave: () => void; operation: GroupOperation }
}

type Entry = { group: Group; operation: GroupOperation; members: number; release(): void }

/** Maximum number of subscribers that read the log themselves at a time. At most half of the connections. */
const MAX_CATCHING_UP = 6
/** Maximum share of one organization. */
const PART_OF_ORGANIZATION = 2 / 3

/**
 * Creates the groups of a process. Subscriptions with the same source, document, variables and visibility
 * share a group, which runs each item once. A group ends with its last subscriber. While it is open, its cost
 * and the characters of its variables count in the budget of its organization. Those of its document count
 * once for all groups with that document.
 */
export function createGroups(graphql: GraphqlEngine): Groups {
  const open = new Map<string, Entry>()
  /** Documents of the open groups by digest, so that equal ones are compiled once. */
  const documents = new Map<string, { document: DocumentNode; groups: number }>()
  const { connections, quotas } = graphql.services
  const half = Math.floor(connections / 2)
  const most = Math.max(1, Math.min(MAX_CATCHING_UP, half))
  const catchingUp = fairGate({ most, mostOfKey: Math.ceil(most * PART_OF_ORGANIZATION) })
  const turns = createTurns(connections)
  const budget = createCostBudget(quotas.subscriptionCost)

  const begin = (source: SubscriptionSource, operation: GroupOperation, caller: Caller): Group => {
    let over = false
    const organizationId = caller.organizationId ?? 0
    const turn: Share = (work) => turns(organizationId, work)
    const run = createItemRunner(graphql, { ...operation, caller }, { isOver: () => over, turn })
    const share: Share = (work) => catchingUp.run(organizationId, work)
    const group = groupOn(source, run, share)
    return { ...group, close: () => ((over = true), group.close()) }
  }
  const groupOn = (
    source: SubscriptionSource,
    run: ReturnType<typeof createItemRunner>,
    share: Share,
  ): Group => {
    const { subscribe, log, currentState: present } = source
    const { services, log: logger } = graphql
    const tools = { services, log: logger, share }
    if (log) return createLogGroup({ subscribe, log }, run, tools, true)
    if (present) return createStateGroup(source, present, run)
    return createLogGroup(numberItems(source), run, tools, false)
  }
  /** Holds a document for a group until the returned function is called. */
  const holdDocument = (digest: string, document: DocumentNode) => {
    const held = documents.get(digest) ?? { document, groups: 0 }
    documents.set(digest, held)
    held.groups++
    const release = () => {
      if (--held.groups === 0) documents.delete(digest)
    }
    return { document: held.document, release }
  }
  const openEntry = (
    source: SubscriptionSource,
    operation: GroupOperation,
    caller: Caller,
    costs: [Cost, Cost],
  ): Entry => {
    const releaseCosts = budget.hold(caller, costs)
    const held = holdDocument(costs[1].id, operation.document)
    const own = { ...operation, document: held.document }
    const release = () => {
      releaseCosts()
      held.release()
    }
    return { group: begin(source, own, caller), operation: own, members: 0, release }
  }
  /**
   * Returns the group of an operation, and opens it if there is none. It does not share objects with
   * subscribers, so that they keep no variables.
   */
  const entryOf = (
    source: SubscriptionSource,
    { operationName, cost, ...asked }: GroupOperation,
    caller: Caller,
  ) => {
    const { document, digest, characters, variableNames } = shareDocument(asked.document, operationName)
    const shared = sharedCaller(caller, selectsPersonalFields(graphql.schema, document))
    const variables = Object.fromEntries(variableNames.map((name) => [name, asked.variables[name]]))
    const given = JSON.stringify(variables)
    const key = digestOf(JSON.stringify([source.key, digest, operationName, given, visibilityKey(shared)]))
    const existing = open.get(key)
    if (existing) return { key, entry: existing }
    const entry = openEntry(source, { document, operationName, variables, cost }, shared, [
      { id: key, weight: cost + given.length },
      { id: digest, weight: characters },
    ])
    open.set(key, entry)
    return { key, entry }
  }
  const leaveEntry = (key: string, entry: Entry) => {
    if (--entry.members > 0) return
    entry.group.close()
    entry.release()
    open.delete(key)
  }
  return {
    join(source, operation, caller, subscriber, start) {
      const { key, entry } = entryOf(source, operation, caller)
      entry.members++
      return {
        operation: entry.operation,
        leave: once(entry.group.join(subscriber, start), () => leaveEntry(key, entry)),
      }
    },
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
