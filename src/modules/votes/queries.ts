import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { visiblePost } from '../posts/visible-post.ts'
import { listVoters } from './list-voters.ts'
import { VoteConnectionRef, VoteDirectionRef } from './type.ts'

builder.queryFields((t) => ({
  voters: t.field({
    type: VoteConnectionRef,
    access: { require: 'team', scope: 'votes:read' },
    description: 'Votes on a post, ordered by id of the voter.',
    args: {
      ...pageArgs,
      postId: t.arg.id({ required: true, description: 'Id of the post.' }),
      direction: t.arg({ type: VoteDirectionRef, description: 'Only votes in this direction.' }),
    },
    resolve: async (_root, { postId, direction, ...page }, context) => {
      const post = await visiblePost(context, postId)
      return listVoters(context.db, context.organizationId, { postId: post.id, direction, page })
    },
  }),
}))
