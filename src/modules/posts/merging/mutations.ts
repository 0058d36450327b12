import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { builder } from '../../../graphql/builder.ts'
import { parseObjectId, referenceIds } from '../../../graphql/ids.ts'
import { postLoaders } from '../loaders.ts'
import { PostRef } from '../type.ts'
import { mergePosts } from './merge-posts.ts'
import { unmergePost } from './unmerge-post.ts'

builder.mutationFields((t) => ({
  mergePosts: t.field({
    type: PostRef,
    access: { require: 'member', scope: 'posts:write' },
    description:
      'Merges posts into one and excludes them from lists. Votes (one per person), comments and subscribers move to the remaining post.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the post that remains.' }),
      childIds: t.arg.idList({ required: true, description: 'Ids of the posts to merge into it, 1 to 30.' }),
    },
    resolve: async (_root, args, context) => {
      const merge = {
        parentId: parseObjectId('Post', args.id),
        childIds: referenceIds('childIds', args.childIds),
        mergedById: actorOf(context),
      }
      await inTransaction(context.db, (tx) => mergePosts(tx, context.organizationId, merge))
      return postLoaders(context).byId.one(merge.parentId)
    },
  }),

  unmergePost: t.field({
    type: PostRef,
    access: { require: 'member', scope: 'posts:write' },
    description: 'Undoes a merge and restores what it moved. Returns the post that was merged.',
    args: { childId: t.arg.id({ required: true, description: 'Id of the merged post.' }) },
    resolve: async (_root, args, context) => {
      actorOf(context)
      const childId = parseObjectId('Post', args.childId)
      await inTransaction(context.db, (tx) => unmergePost(tx, context.organizationId, childId))
      return postLoaders(context).byId.one(childId)
    },
  }),
}))
