import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { postLoaders } from '../../posts/loaders.ts'
import { PostRef } from '../../posts/type.ts'
import { dismissDuplicate } from './dismiss-duplicate.ts'

mutation('dismissDuplicate', {
  access: { require: 'team', scope: 'posts:write' },
  description: 'Declares that two posts are no duplicates. Neither is proposed for the other again.',
  input: (t) => ({
    id: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
    duplicateId: t.id(nodeIdInput('Post', { required: true, description: 'Id of the other post.' })),
  }),
  payload: {
    post: { type: PostRef, description: 'The post.' },
    dismissedPostId: { type: 'ID', description: 'Id of the other post.' },
  },
  resolve: async ({ id, duplicateId }, context) => {
    actorOf(context)
    const { db, organizationId } = context
    const pair = {
      id: databaseIdOf('Post', 'id', id),
      duplicateId: databaseIdOf('Post', 'duplicateId', duplicateId),
    }
    await inTransaction(db, (tx) => dismissDuplicate(tx, organizationId, pair))
    return { post: await postLoaders(context).byId.one(pair.id), dismissedPostId: duplicateId }
  },
})
