import { builder } from '../../graphql/builder.ts'
import { lookupId, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { listStatuses } from './list-statuses.ts'
import { StatusBy, StatusRef } from './type.ts'
import { visibleStatus } from './visible-status.ts'

builder.queryFields((t) => ({
  status: t.field({
    type: StatusRef,
    nullable: true,
    access: { require: 'organization', scope: 'posts:read' },
    description: 'One status, or null if there is none.',
    args: { by: t.arg({ type: StatusBy, required: true, description: 'Key of the status.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleStatus(context, lookupId('Status', by) ?? { slug: by.slug ?? '' })),
  }),

  statuses: t.field({
    type: [StatusRef],
    access: { require: 'organization', scope: 'posts:read', visitor: 'public' },
    description: "Statuses of the organization's workflow in order, 1 to 100.",
    resolve: (_root, _args, { db, organizationId }) => listStatuses(db, organizationId),
  }),
}))
