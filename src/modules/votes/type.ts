import { VoteDirection } from '../../db/generated/tables.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'
import { PostRef } from '../posts/type.ts'
import { UserRef } from '../users/type.ts'

export const VoteDirectionRef = builder.enumType(VoteDirection, {
  name: 'VoteDirection',
  description: 'For a post or against it.',
  values: { up: { description: 'For it.' }, down: { description: 'Against it.' } },
})

export const VoteRef = builder.prismaObject('Vote', {
  description: "A person's one vote on a post.",
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      description: 'Who voted.',
      resolve: (vote, _args, { load }) => load.user.one(vote.userId),
    }),
    direction: t.field({
      type: VoteDirectionRef,
      description: 'For the post or against it.',
      resolve: (vote) => vote.direction,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When they first voted on it.',
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
    description: "The caller's own vote; null when there is none.",
    resolve: async (post, _args, { load }) => (await load.viewerVote(post.id))[0] ?? null,
  }),
}))
