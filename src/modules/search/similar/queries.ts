import { viewerOf } from '../../../auth/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { invalidParam } from '../../../lib/errors.ts'
import { includePrivateArg } from '../../posts/listed-posts-type.ts'
import { postLoaders } from '../../posts/loaders.ts'
import { similarPosts } from './similar-posts.ts'
import { SimilarPostRef } from './type.ts'

/** Default and maximum number of similar posts. */
const FIRST = 5
const MAX_FIRST = 20
/** Score from which a post is proposed as a duplicate. */
const DUPLICATE = 0.3

builder.queryFields((t) => ({
  similarPosts: t.field({
    type: [SimilarPostRef],
    access: { require: 'organization', scope: 'posts:read', visitor: 'public' },
    description:
      'Posts that resemble a text, most similar first, of those that `posts` lists. Shown before a post is created, they prevent duplicates.',
    args: {
      title: t.arg.string({ required: true, description: 'Title of the text, such as that of a new post.' }),
      description: t.arg.string({ description: 'Description below the title, in plain text.' }),
      bucketId: t.arg.id(
        nodeIdInput('Bucket', {
          description: 'Only posts in this bucket. A private bucket requires `includePrivate`.',
        }),
      ),
      ...includePrivateArg(t),
      first: t.arg.int({ description: 'Number of posts, 1 to 20. Default 5.' }),
    },
    resolve: (_root, { title, description, bucketId, includePrivate, first }, context) =>
      similarPosts(context.db, {
        organizationId: context.organizationId,
        title,
        description: description ?? '',
        bucketId: databaseIdOf('Bucket', 'bucketId', bucketId),
        viewer: viewerOf(context.caller),
        includePrivate: includePrivate ?? false,
        first: sizeOf(first),
      }),
  }),

  duplicateCandidates: t.field({
    type: [SimilarPostRef],
    access: { require: 'team', scope: 'posts:read' },
    description:
      'Posts that may be duplicates of a post, for `mergePosts`, most similar first, without dismissed ones. Empty for an unknown post.',
    args: {
      postId: t.arg.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
      first: t.arg.int({ description: 'Number of posts, 1 to 20. Default 5.' }),
    },
    resolve: async (_root, { postId, first }, context) => {
      const { db, organizationId, caller } = context
      const size = sizeOf(first)
      const post = await postLoaders(context).byId.find(databaseIdOf('Post', 'postId', postId))
      if (!post || post.mergedIntoId !== null) return []
      const similar = await similarPosts(db, {
        organizationId,
        title: post.title,
        description: post.description ?? '',
        exceptId: post.id,
        viewer: viewerOf(caller),
        includePrivate: true,
        first: size,
      })
      return similar.filter(({ score }) => score >= DUPLICATE)
    },
  }),
}))

function sizeOf(first: number | null | undefined): number {
  const size = first ?? FIRST
  if (size < 1 || size > MAX_FIRST) throw invalidParam('first', `must be between 1 and ${MAX_FIRST}`)
  return size
}
