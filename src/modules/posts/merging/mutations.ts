import { inTransaction } from '../../../db/transaction.ts'
import { actorOf, toActor } from '../../../graphql/actor.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { postLoaders } from '../loaders.ts'
import { referencesTo } from '../inputs.ts'
import { PostRef } from '../type.ts'
import { mergePosts } from './merge-posts.ts'
import { unmergePost } from './unmerge-post.ts'

mutation('mergePosts', {
  access: { require: 'member', scope: 'posts:write' },
  description:
    'Merges posts into one and excludes them from lists. Votes (one per person), comments and subscribers move to the remaining post.',
  input: (t) => ({
    id: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post that remains.' })),
    postIds: t.idList(
      nodeIdInput('Post', { required: true, description: 'Ids of the posts to merge into it, 1 to 30.' }),
    ),
  }),
  payload: { post: { type: PostRef, description: 'The post that remains.' } },
  resolve: async (input, context) => {
    const merge = {
      parentId: databaseIdOf('Post', 'id', input.id),
      childIds: referencesTo('Post', 'postIds', input.postIds),
      mergedById: actorOf(context),
      actor: toActor(context.caller),
    }
    await inTransaction(context.db, (tx) => mergePosts(tx, context.organizationId, merge))
    return { post: await postLoaders(context).byId.one(merge.parentId) }
  },
})

mutation('unmergePost', {
  access: { require: 'member', scope: 'posts:write' },
  description: 'Undoes a merge and restores what it moved.',
  input: (t) => ({
    id: t.id(nodeIdInput('Post', { required: true, description: 'Id of the merged post.' })),
  }),
  payload: {
    post: { type: PostRef, description: 'The post that was merged.' },
    formerParent: { type: PostRef, description: 'The post that it was merged into.' },
  },
  resolve: async (input, context) => {
    actorOf(context)
    const id = databaseIdOf('Post', 'id', input.id)
    const { db, organizationId, caller } = context
    const parentId = await inTransaction(db, (tx) => unmergePost(tx, organizationId, id, toActor(caller)))
    const { byId } = postLoaders(context)
    const [post, formerParent] = await Promise.all([byId.one(id), byId.one(parentId)])
    return { post, formerParent }
  },
})
