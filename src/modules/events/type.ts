import { hasTeamView } from '../../auth/caller.ts'
import { subjectOf, type EventType } from '../../events/catalogue.ts'
import { eventIdOf } from '../../events/cursor.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import type { OperationBudget } from '../../graphql/context/operation-budget.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { toChangelogRow } from '../changelogs/changelog-snapshot.ts'
import { ChangelogRef } from '../changelogs/type.ts'
import { OrganizationRef } from '../organizations/type.ts'
import { toPostRow } from '../posts/post-snapshot.ts'
import { PostRef } from '../posts/type.ts'
import { WebhookRef } from '../webhooks/type.ts'
import { toWebhookRow } from '../webhooks/webhook-snapshot.ts'
import { contentOf, type EventContent } from './event-content.ts'
import type { EventNode } from './event-node.ts'
import { EventTypeRef } from './enums.ts'
import { organizationLoaders } from '../organizations/loaders.ts'

/** Returns the name of the GraphQL type of an event: `PostEvent` for `post_created`. */
function typeNameOf(type: EventType): string {
  const subject = subjectOf(type)
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}Event`
}

/** Counts the texts of a change, such as a description, against the budget of the operation. */
function spendTexts<Change extends object | null>(budget: OperationBudget, change: Change): Change {
  for (const value of Object.values(change ?? {})) if (typeof value === 'string') budget.spend(value)
  return change
}

/** Returns the former or new values of an event's change. Null outside the team. */
function changeOf(event: EventNode, side: 'before' | 'after', context: Context) {
  if (!hasTeamView(context.caller)) return null
  const content = contentOf(event, context)
  const change = (found: EventContent) => spendTexts(context.budget, found[side])
  return content instanceof Promise ? content.then(change) : change(content)
}

/** Returns the row of an event's subject. */
function fromSnapshot<Row>(event: EventNode, context: Context, toRow: (snapshot: object) => Row) {
  const content = contentOf(event, context)
  return content instanceof Promise
    ? content.then(({ snapshot }) => toRow(snapshot))
    : toRow(content.snapshot)
}

export const EventRef = builder.interfaceRef<EventNode>('Event').implement({
  description: 'An event of the organization, retained for 30 days.',
  resolveType: ({ type }) => typeNameOf(type),
  fields: (t) => ({
    id: t.id({
      description: 'Event id, such as `evt_1a_2b`. It is the position in the log, for paging and resuming.',
      resolve: eventIdOf,
    }),
    type: t.field({ type: EventTypeRef, description: 'Type of the event.', resolve: ({ type }) => type }),
    name: t.string({
      description: 'Type in camel case, such as `postCompleted`.',
      resolve: ({ type }) => type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the event.',
      resolve: ({ createdAt }) => createdAt,
    }),
    organization: t.field({
      type: OrganizationRef,
      description: 'Organization of the event.',
      resolve: (_event, _args, context) => organizationLoaders(context).current(),
    }),
    before: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'Previous values of the changed fields of an update, named as in the documented body. Null outside the team.',
      resolve: (event, _args, context) => changeOf(event, 'before', context),
    }),
    after: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'New values of the changed fields of an update, named as in the documented body. Null outside the team.',
      resolve: (event, _args, context) => changeOf(event, 'after', context),
    }),
  }),
})

export const PostEventRef = builder.objectRef<EventNode>('PostEvent').implement({
  description: 'An event about a post.',
  interfaces: [EventRef],
  fields: (t) => ({
    post: t.field({
      type: PostRef,
      description:
        'Post as it was right after the change, with its bucket, status and tags. Other related objects are current.',
      resolve: (event, _args, context) => fromSnapshot(event, context, toPostRow),
    }),
  }),
})

builder.objectRef<EventNode>('ChangelogEvent').implement({
  description: 'An event about a changelog entry.',
  interfaces: [EventRef],
  fields: (t) => ({
    changelog: t.field({
      type: ChangelogRef,
      description: 'Entry as it was right after the change. Related objects are current.',
      resolve: (event, _args, context) => fromSnapshot(event, context, toChangelogRow),
    }),
  }),
})

builder.objectRef<EventNode>('WebhookEvent').implement({
  description: 'An event about a webhook.',
  interfaces: [EventRef],
  fields: (t) => ({
    webhook: t.field({
      type: WebhookRef,
      description: 'Webhook as it was right after the change.',
      resolve: (event, _args, context) => fromSnapshot(event, context, toWebhookRow),
    }),
  }),
})

export const EventConnectionRef = connectionType('Event', EventRef)
