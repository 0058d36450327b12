import { VoteDirection } from '../../db/generated/tables.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { PostRef } from '../posts/type.ts'
import { UserRef } from '../users/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { voteLoaders } from './loaders.ts'

export const VoteDirectionRef = builder.enumType(VoteDirection, {
  name: 'VoteDirection',
  description: 'Direction of a vote.',
  values: { up: { description: 'Up-vote.' }, down: { description: 'Down-vote.' } },
})

const VoteRef = builder.prismaObject('Vote', {
  description: "A person's vote on a post, at most one per person and post.",
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      description: 'Person who voted.',
      resolve: (vote, _args, context) => userLoaders(context).byId.one(vote.userId),
    }),
    direction: t.field({
      type: VoteDirectionRef,
      description: 'Direction of the vote.',
      resolve: (vote) => vote.direction,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the vote. A change of direction keeps it.',
      resolve: (vote) => vote.createdAt,
    }),
  }),
})

export const VoteConnectionRef = connectionType('Vote', VoteRef)

builder.prismaObjectFields(PostRef, (t) => ({
  viewerVote: t.field({
    type: VoteDirectionRef,
    nullable: true,
    access: { scope: 'votes:read' },
    description: "The caller's vote. Null if there is none.",
    resolve: async (post, _args, context) => (await voteLoaders(context).ofCaller(post.id))[0] ?? null,
  }),
}))
