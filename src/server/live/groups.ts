import type { Caller } from '../../auth/caller.ts'
import type { Cursor } from '../../events/cursor.ts'
import type { Topic } from '../../graphql/topic.ts'
import { fairGate } from '../../lib/fair-gate.ts'
import type { Graphql } from '../graphql/yoga.ts'
import { createLogGroup, type Group } from './group.ts'
import { numbered } from './live-log.ts'
import type { Member } from './member.ts'
import type { Share } from './persist.ts'
import type { Prepared } from '../graphql/prepare.ts'
import { createPresentGroup } from './present-group.ts'
import { createRunner } from './runner.ts'
import { shareDocument } from './shared-document.ts'
import { asksForOwn, sharedCaller, sightOf } from './sight.ts'

export type Groups = {
  /** Lets a member be sent what a subscription answers to a caller, from `start` on; returns what ends it. */
  join(topic: Topic, operation: Prepared, caller: Caller, member: Member, start: Cursor | null): () => void
}

/** How many subscribers read the log for themselves at a time; at most half of the connections, the rest is for others. */
const MOST_CATCHING_UP = 6
/** The part of them that may be of one organization. */
const PART_OF_ORGANIZATION = 2 / 3

/**
 * The groups of a process: subscriptions with the same topic, document, variables and sight are one, so that an item is
 * run once for all of them. A group ends with its last member.
 */
export function createGroups(graphql: Graphql): Groups {
  const open = new Map<string, { group: Group; members: number }>()
  const half = Math.floor(graphql.services.connections / 2)
  const most = Math.max(1, Math.min(MOST_CATCHING_UP, half))
  const catchingUp = fairGate({ most, mostOfKey: Math.ceil(most * PART_OF_ORGANIZATION) })

  const begin = (topic: Topic, operation: Prepared, caller: Caller): Group => {
    let over = false
    const { document } = shareDocument(operation.document, operation.operationName)
    const run = createRunner(graphql, { ...operation, document, caller }, () => over)
    const share: Share = (work) => catchingUp.run(caller.organizationId ?? 0, work)
    const group = groupOn(topic, run, share)
    return { ...group, close: () => ((over = true), group.close()) }
  }
  const groupOn = (topic: Topic, run: ReturnType<typeof createRunner>, share: Share): Group => {
    const { live, log, present } = topic
    const { services, log: logger } = graphql
    const tools = { services, log: logger, share }
    if (log) return createLogGroup({ live, log }, run, tools, true)
    if (present) return createPresentGroup(topic, present, run)
    return createLogGroup(numbered(topic), run, tools, false)
  }
  return {
    join(topic, operation, caller, member, start) {
      const { document, text, variableNames } = shareDocument(operation.document, operation.operationName)
      const shared = sharedCaller(caller, asksForOwn(graphql.schema, document))
      const variables = Object.fromEntries(variableNames.map((name) => [name, operation.variables[name]]))
      const key = JSON.stringify([topic.key, text, operation.operationName, variables, sightOf(shared)])
      const entry = open.get(key) ?? { group: begin(topic, { ...operation, variables }, shared), members: 0 }
      open.set(key, entry)
      entry.members++
      const leave = entry.group.join(member, start)
      let left = false
      return () => {
        if (left) return
        left = true
        leave()
        if (--entry.members > 0) return
        entry.group.close()
        open.delete(key)
      }
    },
  }
}
