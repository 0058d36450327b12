import { builder } from '../../graphql/builder.ts'
import { UserRef } from './type.ts'
import { ViewerRef } from './viewer-type.ts'
import { visibleUser } from './visible-user.ts'

builder.queryFields((t) => ({
  me: t.field({
    type: ViewerRef,
    nullable: true,
    access: { require: 'anyone', scope: 'any' },
    description: 'The authenticated caller. Null without a credential.',
    resolve: (_root, _args, { caller }) => (caller.authority === 'none' ? null : caller),
  }),

  user: t.field({
    type: UserRef,
    access: { require: 'team', scope: 'customers:read' },
    description: 'The person with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the person.' }) },
    resolve: (_root, { id }, context) => visibleUser(context, id),
  }),
}))
