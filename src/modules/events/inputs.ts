import type { Actor } from '../../events/actor.ts'
import type { EventType, Subject } from '../../events/catalogue.ts'
import { builder } from '../../graphql/builder.ts'
import { isPossibleId } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { parseNodeId, type NodeType } from '../../graphql/schema/node/prefixes.ts'
import { invalidParam } from '../../lib/errors.ts'
import { assertDateRange } from '../../lib/errors/date-range.ts'
import { EventTypeRef } from './enums.ts'
import type { EventConditions } from './event-filters.ts'

/** Kind of subject of the events about objects of each type. */
const SUBJECTS: Partial<Record<NodeType, Subject>> = {
  Post: 'post',
  Comment: 'comment',
  Changelog: 'changelog',
  Customer: 'customer',
  Roadmap: 'roadmap',
  Bucket: 'bucket',
  TeamMember: 'member',
  Webhook: 'webhook',
}

/** Kind of actor of each type. */
const ACTORS: Partial<Record<NodeType, Actor['kind']>> = {
  User: 'user',
  Install: 'install',
  ApiKey: 'api_key',
}

export const EventFilterInput = builder.inputType('EventFilter', {
  description: 'Filter of events. Omitted fields do not restrict them.',
  fields: (t) => ({
    types: t.field({
      type: [EventTypeRef],
      description: 'Only events of these types. By default all types that the caller may read.',
    }),
    subjectId: t.id(
      nodeIdInput('Post', {
        description:
          'Only events about the post, comment, changelog entry, customer, roadmap, bucket, team member or webhook with this id. Those of a post include its votes and comments.',
      }),
    ),
    actorId: t.id(
      nodeIdInput('User', {
        description:
          'Only events caused by the user, the install or the API key with this id. Those of a user include what installs did on their behalf.',
      }),
    ),
    from: t.field({ type: 'DateTime', description: 'Only events at or after this time.' }),
    to: t.field({ type: 'DateTime', description: 'Only events before this time.' }),
  }),
})

/** Filter of events as a client gives it. */
export type EventFilterValue = {
  types?: readonly EventType[] | null | undefined
  subjectId?: string | null | undefined
  actorId?: string | null | undefined
  from?: Date | null | undefined
  to?: Date | null | undefined
}

/** Returns the conditions of a filter. @throws AppError INVALID_PARAM for an id of another type */
export function toConditions(filter: EventFilterValue | null | undefined): EventConditions {
  const { types, subjectId, actorId, from, to } = filter ?? {}
  return {
    types,
    from,
    to,
    subject: subjectId == null ? undefined : parseReference(SUBJECTS, 'filter.subjectId', subjectId),
    actor: actorId == null ? undefined : parseReference(ACTORS, 'filter.actorId', actorId),
  }
}

/**
 * Returns the conditions of a filter as `toConditions`.
 * @throws AppError INVALID_PARAM also for a range that ends before it starts
 */
export function checkedConditions(filter: EventFilterValue | null | undefined): EventConditions {
  assertDateRange({ createdFrom: filter?.from, createdTo: filter?.to }, 'filter.from')
  return toConditions(filter)
}

function parseReference<Kind>(kinds: Partial<Record<NodeType, Kind>>, field: string, id: string) {
  const parsed = parseNodeId(id)
  const kind = parsed && kinds[parsed.type]
  if (!parsed || !kind) throw invalidParam(field, `must be the id of one of ${Object.keys(kinds).join(', ')}`)
  // An id that no row can have matches nothing, as 0 does.
  return { kind, id: isPossibleId(parsed) ? parsed.databaseId : 0 }
}
