import type { Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { withFieldsBelow } from '../../lib/errors/errors-below.ts'
import { visiblePost } from '../posts/visible-post.ts'
import { PostRef } from '../posts/type.ts'
import { assertActsFor } from '../users/inputs.ts'
import { findOrCreateUser } from '../users/find-or-create-user.ts'
import { findUser } from '../users/find-user.ts'
import { PersonInput } from '../users/person-type.ts'
import { castVote, removeVote } from './cast-vote.ts'
import { VoteDirectionRef, VoteRef } from './type.ts'

/** Fields of a post that a vote changes. */
const COUNTS = ['votesCount', 'downvotesCount', 'viewerVote']

/** Access to the vote of another person. */
const ON_BEHALF = { require: 'member', scope: 'votes:write' } as const

mutation('castVote', {
  access: { require: 'organization', scope: 'votes:write', publicFields: COUNTS, visitor: 'votes' },
  description: 'Sets the vote of the caller or of another person on a post, replacing an earlier one.',
  input: (t) => ({
    id: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
    direction: t.field({
      type: VoteDirectionRef,
      defaultValue: 'up',
      description: 'Direction of the vote. Default `UP`.',
    }),
    onBehalfOf: t.field({
      type: PersonInput,
      description: 'Voter, by default the caller. Outside the team, only the caller.',
    }),
  }),
  payload: {
    vote: { type: VoteRef, description: 'The vote.' },
    post: { type: PostRef, description: 'The post with its new counts.' },
  },
  resolve: async ({ id, direction, onBehalfOf }, context) => {
    const { db, organizationId, caller } = context
    if (onBehalfOf)
      await withFieldsBelow('onBehalfOf', () => assertActsFor(context, onBehalfOf.email, ON_BEHALF))
    const actorId = actorOf(context)
    const actor = toActor(caller)
    const post = await visiblePost(context, databaseIdOf('Post', 'id', id))
    const voterOf = (tx: Transaction) =>
      onBehalfOf
        ? withFieldsBelow('onBehalfOf', () => findOrCreateUser(tx, organizationId, { ...onBehalfOf, actor }))
        : actorId
    return inTransaction(db, async (tx) => {
      const userId = await voterOf(tx)
      const addedById = userId === actorId ? null : actorId
      const vote = { postId: post.id, userId, direction: direction ?? ('up' as const), addedById }
      return castVote(tx, organizationId, { ...vote, actor })
    })
  },
})

mutation('removeVote', {
  access: { require: 'organization', scope: 'votes:write', publicFields: COUNTS, visitor: 'votes' },
  description: 'Removes the vote of the caller or of another person on a post. Idempotent.',
  input: (t) => ({
    id: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
    onBehalfOf: t.field({
      type: PersonInput,
      description: 'Voter, by default the caller. Outside the team, only the caller.',
    }),
  }),
  payload: {
    removedVote: { type: VoteRef, description: 'The removed vote, if there was one.' },
    post: { type: PostRef, description: 'The post with its new counts.' },
  },
  resolve: async ({ id, onBehalfOf }, context) => {
    const { db, organizationId, caller } = context
    if (onBehalfOf)
      await withFieldsBelow('onBehalfOf', () => assertActsFor(context, onBehalfOf.email, ON_BEHALF))
    const actorId = actorOf(context)
    const post = await visiblePost(context, databaseIdOf('Post', 'id', id))
    const userId = onBehalfOf
      ? await withFieldsBelow('onBehalfOf', () => findUser(db, organizationId, onBehalfOf.email))
      : actorId
    if (userId === null) return { post, removedVote: null }
    const vote = { postId: post.id, userId, actor: toActor(caller) }
    return inTransaction(db, (tx) => removeVote(tx, organizationId, vote))
  },
})
