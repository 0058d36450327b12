import { builder } from '../../graphql/builder.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { voteLoaders } from './loaders.ts'
import { VoteConnectionRef, VoteDirectionRef } from './type.ts'

const PostVoteFilter = builder.inputType('PostVoteFilter', {
  description: 'Filter of a list of votes on one post. Omitted fields do not restrict it.',
  fields: (t) => ({
    postId: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
    direction: t.field({ type: VoteDirectionRef, description: 'Only votes in this direction.' }),
  }),
})

builder.queryFields((t) => ({
  votes: t.field({
    type: VoteConnectionRef,
    access: { require: 'team', scope: 'votes:read' },
    description: 'Votes on one post, ordered by id of the voter. Team only.',
    args: {
      ...pageArgs,
      filter: t.arg({ type: PostVoteFilter, required: true, description: 'Filter of the list.' }),
    },
    resolve: async (_root, { filter, first, after, last, before, offset }, context) => {
      const id = databaseIdOf('Post', 'filter.postId', filter.postId)
      const page = { first, after, last, before, offset }
      const request = { direction: filter.direction ?? null, page }
      return (await voteLoaders(context).ofPost(request).one(id)).page
    },
  }),
}))
