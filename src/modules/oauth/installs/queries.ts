import { builder } from '../../../graphql/builder.ts'
import { lookupId, lookupType } from '../../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { OAuthAppKindRef } from '../enums.ts'
import { oauthLoaders } from '../loaders.ts'
import { listInstalls } from './list-installs.ts'
import { InstallConnectionRef, InstallRef } from './type.ts'

const InstallBy = lookupType('Install')

builder.queryFields((t) => ({
  installs: t.field({
    type: InstallConnectionRef,
    access: { require: 'admin' },
    description: 'OAuth apps installed in the organization, newest first.',
    args: {
      ...pageArgs,
      kinds: t.arg({ type: [OAuthAppKindRef], description: 'Kinds of apps. Default all.' }),
    },
    resolve: (_root, page, { db, organizationId }) => listInstalls(db, organizationId, page),
  }),

  install: t.field({
    type: InstallRef,
    nullable: true,
    access: { require: 'admin' },
    description: 'One install, or null if there is none or it is revoked.',
    args: { by: t.arg({ type: InstallBy, required: true, description: 'Key of the install.' }) },
    resolve: (_root, { by }, context) => oauthLoaders(context).installById.find(lookupId('Install', by) ?? 0),
  }),
}))
