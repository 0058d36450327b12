import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { listUploads } from './list-uploads.ts'
import { UploadConnectionRef } from './type.ts'

builder.queryFields((t) => ({
  uploads: t.field({
    type: UploadConnectionRef,
    access: { require: 'team' },
    description: "The organization's uploaded pictures, newest first.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listUploads(db, organizationId, page),
  }),
}))
