import { builder } from '../../graphql/builder.ts'
import { listStatuses } from './list-statuses.ts'
import { StatusRef } from './type.ts'

builder.queryFields((t) => ({
  statuses: t.field({
    type: [StatusRef],
    access: { need: 'organization', scope: 'posts:read' },
    description: "The organization's workflow in its order: 1 to 100 statuses.",
    resolve: (_root, _args, { db, organizationId }) => listStatuses(db, organizationId),
  }),
}))
