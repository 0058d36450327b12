import { hasTeamView } from '../../auth/caller.ts'
import type { EventType } from '../../events/catalogue.ts'
import { cursorAfter } from '../../events/cursor.ts'
import type { EventFilter } from '../../events/event-filter.ts'
import type { EventRow } from '../../events/event-row.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { eventLogSource } from './event-log-source.ts'
import type { SubscriptionSource } from '../../graphql/subscription-source.ts'
import { visibleBucket } from '../buckets/visible-bucket.ts'
import { eventsOfBucket, eventsOfPost, POST_TYPES } from '../posts/event-filters.ts'
import { visiblePost } from '../posts/visible-post.ts'
import { eventsOfInstall } from '../webhooks/event-filters.ts'
import { invalidParam, notFound } from '../../lib/errors.ts'
import { allOf, toEventFilter } from './event-filters.ts'
import { EventFilterInput, checkedConditions, type EventFilterValue } from './inputs.ts'
import { assertEventType, canSeeEvent, isReadable, readableTypes } from './policy.ts'
import { currentHead } from './current-head.ts'
import { resumeCursor } from './resume-cursor.ts'
import { stillVisible } from './still-visible.ts'
import { EventRef } from './type.ts'

const AFTER =
  'Event id after which the subscription starts, without gaps or duplicates. By default it starts with the next event.'

const FILTER = 'Filter of the events.'

builder.subscriptionFields((t) => ({
  events: t.field({
    type: EventRef,
    access: { require: 'team', scope: 'any' },
    description: 'Events of the organization in log order, each exactly once.',
    args: {
      filter: t.arg({ type: EventFilterInput, description: FILTER }),
      after: t.arg.id({ description: AFTER }),
    },
    subscribe: async (_root, { filter, after }, context) => {
      const { caller } = context
      const conditions = checkedConditions(filter)
      const types = readableTypes(caller, conditions.types)
      const own = caller.install && eventsOfInstall(caller.install.id)
      return eventLogSource(context, {
        key: ['events', { ...conditions, types }, caller.install?.id ?? null],
        ...(await rangeOf(context, after)),
        types,
        ...allOf([own, toEventFilter(conditions)]),
      })
    },
    resolve: visibleEvent,
  }),

  postEvents: t.field({
    type: EventRef,
    access: { require: 'organization', scope: 'posts:read' },
    description: 'Events of one post, its votes and its comments that are visible to the caller.',
    args: {
      postId: t.arg.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
      filter: t.arg({ type: EventFilterInput, description: FILTER }),
      after: t.arg.id({ description: AFTER }),
    },
    subscribe: async (_root, { postId, ...args }, context) => {
      const { id } = await visiblePost(context, databaseIdOf('Post', 'postId', postId))
      return postEventSource(context, ['postEvents', id], eventsOfPost(id), args)
    },
    resolve: visibleEvent,
  }),

  bucketEvents: t.field({
    type: EventRef,
    access: { require: 'organization', scope: 'posts:read' },
    description:
      'Events of the posts in a bucket, their votes and their comments that are visible to the caller. Includes moves of posts to another bucket.',
    args: {
      bucketId: t.arg.id(nodeIdInput('Bucket', { required: true, description: 'Id of the bucket.' })),
      filter: t.arg({ type: EventFilterInput, description: FILTER }),
      after: t.arg.id({ description: AFTER }),
    },
    subscribe: async (_root, { bucketId, ...args }, context) => {
      const { id } = await visibleBucket(context, databaseIdOf('Bucket', 'bucketId', bucketId))
      return postEventSource(context, ['bucketEvents', id], eventsOfBucket(id), args)
    },
    resolve: visibleEvent,
  }),
}))

/** Returns where a subscription starts, and the end of the log. */
async function rangeOf({ db, organizationId }: Context, after: string | null | undefined) {
  const head = await currentHead(db, organizationId)
  const end = cursorAfter(head.last)
  return { start: after == null ? end : resumeCursor(head, 'after', after), end }
}

type SubscriptionArguments = {
  filter?: EventFilterValue | null | undefined
  after?: string | null | undefined
}

/** Creates the source of the events of posts that the caller may see. */
async function postEventSource(
  context: Context,
  key: unknown[],
  followed: EventFilter,
  { filter, after }: SubscriptionArguments,
): Promise<SubscriptionSource<EventRow>> {
  const { db, organizationId, caller } = context
  // The source does not retain the context of the operation.
  const viewer = { db, organizationId, caller }
  const conditions = checkedConditions(filter)
  // Outside the team, who acted and what others did is not disclosed.
  if (conditions.actor && !hasTeamView(caller))
    throw invalidParam('filter.actorId', 'is available to the team only')
  const types = postTypes(caller, conditions.types)
  const own: EventFilter = { matches: (event) => canSeeEvent(caller, event) }
  return eventLogSource(context, {
    key: [...key, { ...conditions, types }, hasTeamView(caller) ? 'team' : caller.actorId],
    ...(await rangeOf(context, after)),
    types,
    ...allOf([followed, toEventFilter(conditions), own]),
    stillVisible: (events) => stillVisible(viewer, events),
  })
}

/**
 * Returns the types of the events of posts that the caller may read: the requested ones, or all.
 * @throws AppError INVALID_PARAM for other types, MISSING_SCOPE for a requested type that is not readable
 */
function postTypes(caller: Context['caller'], asked: readonly EventType[] | null | undefined): EventType[] {
  if (!asked?.length) return POST_TYPES.filter((type) => isReadable(caller, type))
  if (asked.some((type) => !POST_TYPES.includes(type)))
    throw invalidParam('filter.types', 'must contain types of events of posts, votes and comments only')
  return readableTypes(caller, asked)
}

/** Visibility may have changed since the subscription started. */
function visibleEvent(event: EventRow, _args: unknown, { caller }: Context): EventRow {
  assertEventType(caller, event.type)
  if (!canSeeEvent(caller, event)) throw notFound('Event')
  return event
}
