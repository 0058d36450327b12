import { hasTeamView } from '../../auth/caller.ts'
import { subjectOf } from '../../events/catalogue.ts'
import { eventIdOf } from '../../events/cursor.ts'
import type { EventRow } from '../../events/event-row.ts'
import { builder } from '../../graphql/builder.ts'
import type { OperationBudget } from '../../graphql/execution/operation-budget.ts'
import { connectionType } from '../../graphql/page.ts'
import { toChangelogRow } from '../changelogs/changelog-snapshot.ts'
import { ChangelogRef } from '../changelogs/type.ts'
import { OrganizationRef } from '../organizations/type.ts'
import { toPostRow } from '../posts/post-snapshot.ts'
import { PostRef } from '../posts/type.ts'
import { WebhookRef } from '../webhooks/type.ts'
import { toWebhookRow } from '../webhooks/webhook-snapshot.ts'
import { EventTypeRef } from './enums.ts'

const TYPE_NAMES = { post: 'PostEvent', changelog: 'ChangelogEvent', webhook: 'WebhookEvent' }

/** Counts the texts of a change, such as a description, against the budget of the operation. */
function spendTexts<Change extends object | null>(budget: OperationBudget, change: Change): Change {
  for (const value of Object.values(change ?? {})) if (typeof value === 'string') budget.spend(value)
  return change
}

export const EventRef = builder.interfaceRef<EventRow>('Event').implement({
  description: 'Something that happened in the organization. Kept for 30 days.',
  resolveType: ({ type }) => TYPE_NAMES[subjectOf(type)],
  fields: (t) => ({
    id: t.id({
      description: 'Its id, such as `evt_1a_2b`: where it stands in the log, to page and to resume from.',
      resolve: eventIdOf,
    }),
    type: t.field({ type: EventTypeRef, description: 'What happened.', resolve: ({ type }) => type }),
    name: t.string({
      description: 'The same in camel case, such as `postCompleted`.',
      resolve: ({ type }) => type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: ({ createdAt }) => createdAt,
    }),
    organization: t.field({
      type: OrganizationRef,
      description: 'Where it happened.',
      resolve: (_event, _args, { load }) => load.organization(),
    }),
    before: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'Of a change: what changed, as it was before, by the names of the documented body; shown to the team.',
      resolve: ({ before }, _args, { caller, budget }) =>
        hasTeamView(caller) ? spendTexts(budget, before) : null,
    }),
    after: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'Of a change: the same as it was after it.',
      resolve: ({ after }, _args, { caller, budget }) =>
        hasTeamView(caller) ? spendTexts(budget, after) : null,
    }),
  }),
})

export const PostEventRef = builder.objectRef<EventRow>('PostEvent').implement({
  description: 'Something that happened to a post.',
  interfaces: [EventRef],
  fields: (t) => ({
    post: t.field({
      type: PostRef,
      description:
        'The post as it was right after the change, with its board, status and tags; what else it leads to is as it is now.',
      resolve: ({ snapshot }) => toPostRow(snapshot),
    }),
  }),
})

builder.objectRef<EventRow>('ChangelogEvent').implement({
  description: 'Something that happened to a changelog entry.',
  interfaces: [EventRef],
  fields: (t) => ({
    changelog: t.field({
      type: ChangelogRef,
      description: 'The entry as it was right after the change; what it leads to is as it is now.',
      resolve: ({ snapshot }) => toChangelogRow(snapshot),
    }),
  }),
})

builder.objectRef<EventRow>('WebhookEvent').implement({
  description: 'Something that happened to a webhook.',
  interfaces: [EventRef],
  fields: (t) => ({
    webhook: t.field({
      type: WebhookRef,
      description: 'The webhook as it was right after the change.',
      resolve: ({ snapshot }) => toWebhookRow(snapshot),
    }),
  }),
})

export const EventConnectionRef = connectionType('Event', EventRef)
