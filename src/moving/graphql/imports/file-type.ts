import { isAdmin } from '../../../auth/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../../graphql/schema/node/node.ts'
import { userLoaders } from '../../../modules/users/loaders.ts'
import { UserRef } from '../../../modules/users/type.ts'
import type { UploadedFile } from '../../transfer/uploads.ts'
import { movingLoaders } from './loaders.ts'

builder.objectRef<UploadedFile>('ImportFile').implement({
  description: 'A file that an admin has uploaded for an import. It is deleted a day after its last use.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('ImportFile')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Name of the file as it was uploaded.' }),
    size: t.expose('bytes', { type: 'BigInt', description: 'Number of bytes.' }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the bytes, in hexadecimal digits.' }),
    uploadedBy: t.field({
      type: UserRef,
      description: 'Admin who has uploaded it.',
      resolve: ({ uploaderId }, _args, context) => userLoaders(context).byId.one(uploaderId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the upload.' }),
  }),
})

nodeFinder('ImportFile', async (context, id) =>
  isAdmin(context.caller) ? movingLoaders(context).fileById.find(id) : null,
)
