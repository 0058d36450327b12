import { hasTeamView } from '../../auth/caller.ts'
import type { EventType } from '../../events/catalogue.ts'
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
import { EventTypeRef } from './enums.ts'
import { assertEventType, canSeeEvent, canSeePostEvent, readableTypes } from './policy.ts'
import { resumeCursor } from './resume-cursor.ts'
import { EventRef, PostEventRef } from './type.ts'

const AFTER =
  'Event id after which the subscription starts, without gaps or duplicates. By default it starts with the next event.'

builder.subscriptionFields((t) => ({
  events: t.field({
    type: EventRef,
    access: { require: 'team', scope: 'any' },
    description: 'Events of the organization in log order, each exactly once.',
    args: {
      types: t.arg({
        type: [EventTypeRef],
        description: 'Only events of these types. By default all types that the caller may read.',
      }),
      after: t.arg.id({ description: AFTER }),
    },
    subscribe: async (_root, { types: asked, after }, context) => {
      const { caller } = context
      const types = readableTypes(caller, asked)
      const own = caller.install && eventsOfInstall(caller.install.id)
      return eventLogSource(context, {
        key: ['events', types, caller.install?.id ?? null],
        start: await startOf(context, after),
        types,
        only: own?.only,
        matches: (event) => own?.matches(event) ?? true,
      })
    },
    resolve: (event, _args, { caller }) => {
      assertEventType(caller, event.type)
      if (!canSeeEvent(caller, event)) throw notFound('Event')
      return event
    },
  }),

  postEvents: t.field({
    type: PostEventRef,
    access: { require: 'organization', scope: 'posts:read' },
    description: 'Events of one post that are visible to the caller.',
    args: {
      postId: t.arg.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
      after: t.arg.id({ description: AFTER }),
    },
    subscribe: async (_root, { postId, after }, context) => {
      const { id } = await visiblePost(context, databaseIdOf('Post', 'postId', postId))
      return postTopic(context, ['postEvents', id], POST_TYPES, eventsOfPost(id), after)
    },
    resolve: visibleEvent,
  }),

  bucketEvents: t.field({
    type: PostEventRef,
    access: { require: 'organization', scope: 'posts:read' },
    description:
      'Events of the posts in a bucket that are visible to the caller, including moves to another bucket.',
    args: {
      bucketId: t.arg.id(nodeIdInput('Bucket', { required: true, description: 'Id of the bucket.' })),
      types: t.arg({
        type: [EventTypeRef],
        description: 'Only events of these types, which must be about posts.',
      }),
      after: t.arg.id({ description: AFTER }),
    },
    subscribe: async (_root, { bucketId, types: asked, after }, context) => {
      const { id } = await visibleBucket(context, databaseIdOf('Bucket', 'bucketId', bucketId))
      if (asked?.some((type) => !POST_TYPES.includes(type)))
        throw invalidParam('types', 'must contain types of post events only')
      const types = asked?.length ? POST_TYPES.filter((type) => asked.includes(type)) : POST_TYPES
      return postTopic(context, ['bucketEvents', id, types], types, eventsOfBucket(id), after)
    },
    resolve: visibleEvent,
  }),
}))

const startOf = ({ db, feed }: Context, after: string | null | undefined) =>
  after == null ? feed.endOfFeed() : resumeCursor(db, 'after', after)

async function postTopic(
  context: Context,
  key: unknown[],
  types: readonly EventType[],
  { only, matches }: EventFilter,
  after: string | null | undefined,
): Promise<SubscriptionSource<EventRow>> {
  const { caller } = context
  return eventLogSource(context, {
    key: [...key, hasTeamView(caller) ? 'team' : caller.actorId],
    start: await startOf(context, after),
    types,
    only,
    matches: (event) => matches(event) && canSeePostEvent(caller, event),
  })
}

/** Visibility may have changed since the subscription started. */
function visibleEvent(event: EventRow, _args: unknown, { caller }: Context): EventRow {
  if (!canSeePostEvent(caller, event)) throw notFound('Post')
  return event
}
