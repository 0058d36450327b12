import { builder } from '../../graphql/builder.ts'
import { listStatuses } from './list-statuses.ts'
import { StatusRef } from './type.ts'
import { visibleStatus } from './visible-status.ts'

builder.queryFields((t) => ({
  status: t.field({
    type: StatusRef,
    access: { require: 'organization', scope: 'posts:read' },
    description: 'The status with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the status.' }) },
    resolve: (_root, { id }, context) => visibleStatus(context, id),
  }),

  statuses: t.field({
    type: [StatusRef],
    access: { require: 'organization', scope: 'posts:read' },
    description: "Statuses of the organization's workflow in order, 1 to 100.",
    resolve: (_root, _args, { db, organizationId }) => listStatuses(db, organizationId),
  }),
}))
