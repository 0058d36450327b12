import { builder } from '../../../graphql/builder.ts'
import { parseObjectId } from '../../../graphql/ids.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { findInstall } from './find-install.ts'
import { listInstalls } from './list-installs.ts'
import { InstallConnectionRef, InstallRef } from './type.ts'

builder.queryFields((t) => ({
  installs: t.field({
    type: InstallConnectionRef,
    access: { require: 'admin' },
    description: 'OAuth apps installed in the organization, newest first.',
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listInstalls(db, organizationId, page),
  }),

  install: t.field({
    type: InstallRef,
    access: { require: 'admin' },
    description: 'The install with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the install.' }) },
    resolve: (_root, { id }, { db, organizationId }) =>
      findInstall(db, organizationId, parseObjectId('Install', id)),
  }),
}))
