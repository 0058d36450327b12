import { builder } from '../../graphql/builder.ts'
import { lookupId, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { USER_ACCESS, UserRef } from './type.ts'
import { UserBy } from './user-by-type.ts'
import { ViewerRef } from './viewer-type.ts'
import { visibleUser } from './visible-user.ts'

builder.queryFields((t) => ({
  viewer: t.field({
    type: ViewerRef,
    nullable: true,
    access: { require: 'anyone', scope: 'any' },
    description: 'The authenticated caller. Null without a credential.',
    resolve: (_root, _args, { caller }) => (caller.authority === 'none' ? null : caller),
  }),

  user: t.field({
    type: UserRef,
    nullable: true,
    access: { ...USER_ACCESS, require: 'organization', visitor: 'public' },
    description:
      'One person, or null if there is none. Outside the team, only authors of public content and the caller are found.',
    args: { by: t.arg({ type: UserBy, required: true, description: 'Key of the person.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleUser(context, lookupId('User', by) ?? { email: by.email ?? '' })),
  }),
}))
