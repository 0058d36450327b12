import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { visiblePost } from '../posts/visible-post.ts'
import { PostRef } from '../posts/type.ts'
import { findOrCreateUser } from '../users/find-or-create-user.ts'
import { findUser } from '../users/find-user.ts'
import { castVote, removeVote } from './cast-vote.ts'
import { VoteDirectionRef } from './type.ts'

/** Fields of a post that a vote changes. */
const COUNTS = ['votesCount', 'downvotesCount', 'viewerVote']

builder.mutationFields((t) => ({
  voteOnPost: t.field({
    type: PostRef,
    access: { require: 'organization', scope: 'votes:write', publicFields: COUNTS },
    description: "Sets the caller's vote on a post, replacing an earlier one.",
    args: {
      id: t.arg.id({ required: true, description: 'Id of the post.' }),
      direction: t.arg({
        type: VoteDirectionRef,
        defaultValue: 'up',
        description: 'Direction of the vote. Default `up`.',
      }),
    },
    resolve: async (_root, args, context) => {
      const userId = actorOf(context)
      const post = await visiblePost(context, args.id)
      const vote = { postId: post.id, userId, direction: args.direction ?? 'up' }
      return inTransaction(context.db, (tx) => castVote(tx, context.organizationId, vote))
    },
  }),

  removeVote: t.field({
    type: PostRef,
    access: { require: 'organization', scope: 'votes:write', publicFields: COUNTS },
    description: "Removes the caller's vote on a post. Idempotent.",
    args: { id: t.arg.id({ required: true, description: 'Id of the post.' }) },
    resolve: async (_root, args, context) => {
      const userId = actorOf(context)
      const { id: postId } = await visiblePost(context, args.id)
      return inTransaction(context.db, (tx) => removeVote(tx, context.organizationId, { postId, userId }))
    },
  }),

  voteOnBehalf: t.field({
    type: PostRef,
    access: { require: 'member', scope: 'votes:write', publicFields: COUNTS },
    description: 'Votes on behalf of another person.',
    args: {
      postId: t.arg.id({ required: true, description: 'Id of the post.' }),
      email: t.arg.string({
        description: 'E-mail of the voter, by default the caller. An unknown e-mail creates a customer.',
      }),
      name: t.arg.string({
        description: 'Display name of a new person. Ignored for a known e-mail.',
      }),
      direction: t.arg({
        type: VoteDirectionRef,
        defaultValue: 'up',
        description: 'Direction of the vote. Default `up`.',
      }),
    },
    resolve: async (_root, { email, name, ...args }, context) => {
      const { db, organizationId } = context
      const actorId = actorOf(context)
      const { id: postId } = await visiblePost(context, args.postId)
      return inTransaction(db, async (tx) => {
        const userId = email == null ? actorId : await findOrCreateUser(tx, organizationId, { email, name })
        return castVote(tx, organizationId, { postId, userId, direction: args.direction ?? 'up' })
      })
    },
  }),

  removeVoteOnBehalf: t.field({
    type: PostRef,
    access: { require: 'member', scope: 'votes:write', publicFields: COUNTS },
    description: 'Removes the vote of another person. Idempotent.',
    args: {
      postId: t.arg.id({ required: true, description: 'Id of the post.' }),
      email: t.arg.string({ description: 'E-mail of the voter, by default the caller.' }),
    },
    resolve: async (_root, { email, ...args }, context) => {
      const { db, organizationId } = context
      const actorId = actorOf(context)
      const post = await visiblePost(context, args.postId)
      const userId = email == null ? actorId : await findUser(db, organizationId, email)
      if (userId === null) return post
      return inTransaction(db, (tx) => removeVote(tx, organizationId, { postId: post.id, userId }))
    },
  }),
}))
