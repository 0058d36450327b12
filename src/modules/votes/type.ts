import { hasTeamView, readerIdOf } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import { NodeRef, pairFinder, pairIdField } from '../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../graphql/schema/page.ts'
import { PERSONAL_FIELD } from '../../graphql/schema/personal-field.ts'
import { postLoaders } from '../posts/loaders.ts'
import { PostRef } from '../posts/type.ts'
import { isVisiblePost } from '../posts/visible-post.ts'
import { UserRef } from '../users/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { voteLoaders } from './loaders.ts'

export const VoteDirectionRef = enumType('VoteDirection', 'Direction of a vote.', {
  up: 'Up-vote.',
  down: 'Down-vote.',
})

export const VoteRef = builder.prismaObject('Vote', {
  description: "A person's vote on a post, at most one per person and post.",
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(pairIdField('Vote', ({ postId, userId }) => [postId, userId])),
    post: t.field({
      type: PostRef,
      description: 'Post of the vote.',
      resolve: ({ postId }, _args, context) => postLoaders(context).byId.one(postId),
    }),
    user: t.field({
      type: UserRef,
      access: { publicFields: ['email'] },
      description: 'Person who voted.',
      resolve: (vote, _args, context) => userLoaders(context).byId.one(vote.userId),
    }),
    direction: t.expose('direction', { type: VoteDirectionRef, description: 'Direction of the vote.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time of the vote. A change of direction keeps it.',
    }),
  }),
})

pairFinder('Vote', async (context, [postId, userId]) => {
  const { caller } = context
  if (!hasTeamView(caller) && readerIdOf(caller) !== userId) return null
  return (await isVisiblePost(context, postId)) ? voteLoaders(context).byPair.find([postId, userId]) : null
})

export const VoteConnectionRef = connectionType('Vote', VoteRef)

const VoteFilter = builder.inputType('VoteFilter', {
  description: 'Filter of a list of votes. Omitted fields do not restrict it.',
  fields: (t) => ({
    direction: t.field({ type: VoteDirectionRef, description: 'Only votes in this direction.' }),
  }),
})

builder.prismaObjectFields(PostRef, (t) => ({
  viewerVote: t.field({
    ...PERSONAL_FIELD,
    type: VoteDirectionRef,
    nullable: true,
    access: { scope: 'votes:read' },
    description: "The caller's vote. Null if there is none.",
    resolve: async (post, _args, context) => (await voteLoaders(context).ofCaller(post.id))[0] ?? null,
  }),

  voters: t.field({
    type: VoteConnectionRef,
    nullable: true,
    description: 'Votes on the post, ordered by id of the voter. Null outside the team.',
    args: { ...pageArgs, filter: t.arg({ type: VoteFilter, description: 'Filter of the list.' }) },
    resolve: async ({ id }, { filter, first, after, last, before, offset }, context) => {
      if (!hasTeamView(context.caller)) return null
      const page = { first, after, last, before, offset }
      const request = { direction: filter?.direction ?? null, page }
      return (await voteLoaders(context).ofPost(request).one(id)).page
    },
  }),
}))
