import { builder } from '../../graphql/builder.ts'
import { countPending } from './count-pending.ts'
import { ModerationCountsRef } from './type.ts'

builder.queryFields((t) => ({
  moderationCounts: t.field({
    type: ModerationCountsRef,
    nullable: true,
    access: { require: 'team', scope: 'posts:read' },
    description: 'Exact numbers of posts and comments that wait for approval.',
    resolve: (_root, _args, { db, organizationId }) => countPending(db, organizationId),
  }),
}))
