import { builder } from '../../../graphql/builder.ts'
import { PostRef } from '../../posts/type.ts'
import { postLoaders } from '../../posts/loaders.ts'
import type { SimilarPost } from './similar-posts.ts'

export const SimilarPostRef = builder.objectRef<SimilarPost>('SimilarPost').implement({
  description: 'A post that resembles a text or another post.',
  fields: (t) => ({
    post: t.field({
      type: PostRef,
      description: 'The post.',
      resolve: ({ postId }, _args, context) => postLoaders(context).byId.one(postId),
    }),
    score: t.exposeFloat('score', { description: 'Similarity, from 0 to 1.' }),
  }),
})
