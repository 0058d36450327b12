import { permits } from '../../graphql/access/access.ts'
import { builder } from '../../graphql/builder.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { NodeRef } from '../../graphql/schema/node/node.ts'
import { toBucketSnapshot } from '../buckets/bucket-snapshot.ts'
import { bucketLoaders } from '../buckets/loaders.ts'
import { BucketSnapshotRef } from '../buckets/snapshot-type.ts'
import { BucketRef } from '../buckets/type.ts'
import { toChangelogRow } from '../changelogs/changelog-snapshot.ts'
import { changelogLoaders } from '../changelogs/loaders.ts'
import { ChangelogSnapshotRef } from '../changelogs/snapshot-type.ts'
import { ChangelogRef } from '../changelogs/type.ts'
import { toCustomerSnapshot } from '../customers/customer-snapshot.ts'
import { CustomerSnapshotRef } from '../customers/snapshot-type.ts'
import { CustomerRef } from '../customers/type.ts'
import { visibleCustomer } from '../customers/visible-customer.ts'
import { roadmapLoaders } from '../roadmaps/loaders.ts'
import { toRoadmapSnapshot } from '../roadmaps/roadmap-snapshot.ts'
import { RoadmapSnapshotRef } from '../roadmaps/snapshot-type.ts'
import { RoadmapRef } from '../roadmaps/type.ts'
import { toMemberSnapshot } from '../teams/member-snapshot.ts'
import { MemberSnapshotRef } from '../teams/snapshot-type.ts'
import { TEAM_ACCESS, TeamMemberRef } from '../teams/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { webhookLoaders } from '../webhooks/loaders.ts'
import { WebhookSnapshotRef } from '../webhooks/snapshot-type.ts'
import { WebhookRef } from '../webhooks/type.ts'
import { toWebhookRow } from '../webhooks/webhook-snapshot.ts'
import type { EventNode } from './event-node.ts'
import { EventRef, snapshotOf } from './type.ts'

builder.objectRef<EventNode>('ChangelogEvent').implement({
  description: 'An event about a changelog entry.',
  interfaces: [NodeRef, EventRef],
  fields: (t) => ({
    changelog: t.field({
      type: ChangelogRef,
      nullable: true,
      description: 'The entry as it is now. Null once deleted.',
      resolve: ({ subjectId }, _args, context) => changelogLoaders(context).byId.find(subjectId),
    }),
    snapshot: t.field({
      type: ChangelogSnapshotRef,
      description: 'The entry right after the change. That of a deleted entry is its last state.',
      resolve: (event, _args, context) => snapshotOf(event, context, toChangelogRow),
    }),
  }),
})

builder.objectRef<EventNode>('CustomerEvent').implement({
  description: 'An event about a customer.',
  interfaces: [NodeRef, EventRef],
  fields: (t) => ({
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'The customer as they are now. Null once deleted.',
      resolve: ({ subjectId }, _args, context) => nullIfNotFound(visibleCustomer(context, subjectId)),
    }),
    snapshot: t.field({
      type: CustomerSnapshotRef,
      description: 'The customer right after the change. That of a deleted customer is anonymous.',
      resolve: (event, _args, context) => snapshotOf(event, context, toCustomerSnapshot),
    }),
  }),
})

builder.objectRef<EventNode>('RoadmapEvent').implement({
  description: 'An event about a roadmap.',
  interfaces: [NodeRef, EventRef],
  fields: (t) => ({
    roadmap: t.field({
      type: RoadmapRef,
      nullable: true,
      description: 'The roadmap as it is now. Null once deleted.',
      resolve: ({ subjectId }, _args, context) => roadmapLoaders(context).byId.find(subjectId),
    }),
    snapshot: t.field({
      type: RoadmapSnapshotRef,
      description: 'The roadmap right after the change.',
      resolve: (event, _args, context) => snapshotOf(event, context, toRoadmapSnapshot),
    }),
  }),
})

builder.objectRef<EventNode>('BucketEvent').implement({
  description: 'An event about a bucket.',
  interfaces: [NodeRef, EventRef],
  fields: (t) => ({
    bucket: t.field({
      type: BucketRef,
      nullable: true,
      description: 'The bucket as it is now. Null once deleted.',
      resolve: ({ subjectId }, _args, context) => bucketLoaders(context).byId.find(subjectId),
    }),
    snapshot: t.field({
      type: BucketSnapshotRef,
      description: 'The bucket right after the change.',
      resolve: (event, _args, context) => snapshotOf(event, context, toBucketSnapshot),
    }),
  }),
})

builder.objectRef<EventNode>('MemberEvent').implement({
  description: 'An event about a member of the team.',
  interfaces: [NodeRef, EventRef],
  fields: (t) => ({
    member: t.field({
      type: TeamMemberRef,
      nullable: true,
      description: 'The member as they are now. Null once removed.',
      resolve: async ({ subjectId }, _args, context) => {
        const person = permits(context.caller, TEAM_ACCESS)
          ? await userLoaders(context).byId.find(subjectId)
          : null
        return person?.role ? person : null
      },
    }),
    snapshot: t.field({
      type: MemberSnapshotRef,
      description: 'The member right after the change. That of a removed member is their last state.',
      resolve: (event, _args, context) => snapshotOf(event, context, toMemberSnapshot),
    }),
  }),
})

builder.objectRef<EventNode>('WebhookEvent').implement({
  description: 'An event about a webhook.',
  interfaces: [NodeRef, EventRef],
  fields: (t) => ({
    webhook: t.field({
      type: WebhookRef,
      nullable: true,
      description: 'The webhook as it is now. Null once deleted.',
      resolve: ({ subjectId }, _args, context) => webhookLoaders(context).byId.find(subjectId),
    }),
    snapshot: t.field({
      type: WebhookSnapshotRef,
      description: 'The webhook right after the change.',
      resolve: (event, _args, context) => snapshotOf(event, context, toWebhookRow),
    }),
  }),
})
