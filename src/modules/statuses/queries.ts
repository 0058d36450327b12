import { builder } from '../../graphql/builder.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { notFound } from '../../lib/errors.ts'
import { listStatuses } from './list-statuses.ts'
import { StatusRef } from './type.ts'
import { statusLoaders } from './loaders.ts'

builder.queryFields((t) => ({
  status: t.field({
    type: StatusRef,
    access: { require: 'organization', scope: 'posts:read' },
    description: 'The status with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the status.' }) },
    resolve: async (_root, { id }, context) => {
      const status = await statusLoaders(context).byId.find(parseObjectId('Status', id))
      if (!status) throw notFound('Status')
      return status
    },
  }),

  statuses: t.field({
    type: [StatusRef],
    access: { require: 'organization', scope: 'posts:read' },
    description: "Statuses of the organization's workflow in order, 1 to 100.",
    resolve: (_root, _args, { db, organizationId }) => listStatuses(db, organizationId),
  }),
}))
