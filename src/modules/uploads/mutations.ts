import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { deleteUpload } from './delete-upload.ts'

mutation('deleteUpload', {
  access: { require: 'team' },
  description:
    'Deletes an uploaded picture, which every server stops serving within a second. Copies in browsers and proxies remain.',
  input: (t) => ({ id: t.id(nodeIdInput('Upload', { required: true, description: 'Id of the upload.' })) }),
  payload: { deletedUploadId: { type: 'ID', description: 'Id of the deleted upload.' } },
  resolve: async ({ id }, context) => {
    actorOf(context)
    const { db, organizationId } = context
    await inTransaction(db, (tx) => deleteUpload(tx, organizationId, databaseIdOf('Upload', 'id', id)))
    return { deletedUploadId: id }
  },
})
