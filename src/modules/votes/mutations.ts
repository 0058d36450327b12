import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { visiblePost } from '../posts/visible-post.ts'
import { PostRef } from '../posts/type.ts'
import { findOrCreateUser } from '../users/find-or-create-user.ts'
import { findUser } from '../users/find-user.ts'
import { castVote, removeVote } from './cast-vote.ts'
import { VoteDirectionRef } from './type.ts'

/** What a vote changes of its post. */
const COUNTS = ['votesCount', 'downvotesCount', 'viewerVote']

builder.mutationFields((t) => ({
  voteOnPost: t.field({
    type: PostRef,
    access: { require: 'organization', scope: 'votes:write', publicFields: COUNTS },
    description: "Gives the caller's one vote on a post a direction.",
    args: {
      id: t.arg.id({ required: true, description: 'Id of the post.' }),
      direction: t.arg({ type: VoteDirectionRef, defaultValue: 'up', description: 'For it or against it.' }),
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
    description: "Takes the caller's vote on a post back; nothing happens when there is none.",
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
    description: 'Votes for somebody else.',
    args: {
      postId: t.arg.id({ required: true, description: 'Id of the post.' }),
      email: t.arg.string({
        description: 'Who votes; somebody not yet known becomes a customer. By default the caller.',
      }),
      name: t.arg.string({ description: 'Name of somebody not yet known.' }),
      direction: t.arg({ type: VoteDirectionRef, defaultValue: 'up', description: 'For it or against it.' }),
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
    description: "Takes somebody else's vote back; nothing happens when there is none.",
    args: {
      postId: t.arg.id({ required: true, description: 'Id of the post.' }),
      email: t.arg.string({ description: 'Who voted; by default the caller.' }),
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
