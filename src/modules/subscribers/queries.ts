import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { visiblePost } from '../posts/visible-post.ts'
import { listSubscribers } from './list-subscribers.ts'
import { PostSubscriberConnectionRef } from './type.ts'

builder.queryFields((t) => ({
  postSubscribers: t.field({
    type: PostSubscriberConnectionRef,
    access: { require: 'team', scope: 'posts:read' },
    description: 'Subscribers of a post, ordered by id of the person.',
    args: { ...pageArgs, postId: t.arg.id({ required: true, description: 'Id of the post.' }) },
    resolve: async (_root, { postId, ...page }, context) => {
      const post = await visiblePost(context, postId)
      return listSubscribers(context.db, context.organizationId, { postId: post.id, page })
    },
  }),
}))
