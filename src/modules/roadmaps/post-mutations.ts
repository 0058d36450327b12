import type { InputFieldBuilder } from '@pothos/core'
import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import type { Types } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { toPairId } from '../../graphql/schema/node/prefixes.ts'
import { addRoadmapPost } from './add-roadmap-post.ts'
import { RoadmapPositionInput, RoadmapPostScoringInput, toPosition } from './inputs.ts'
import { moveRoadmapPost } from './move-roadmap-post.ts'
import { planRoadmapPost } from './plan-roadmap-post.ts'
import { removeRoadmapPost } from './remove-roadmap-post.ts'
import { scoreRoadmapPost } from './score-roadmap-post.ts'
import { RoadmapPostRef, RoadmapRef } from './type.ts'

const keyFields = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  id: t.id(nodeIdInput('Roadmap', { required: true, description: 'Id of the roadmap.' })),
  postId: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
})

/** Returns the database ids of a roadmap and of a post. */
const roadmapPostKey = ({ id, postId }: { id: string; postId: string }) => ({
  roadmapId: databaseIdOf('Roadmap', 'id', id),
  postId: databaseIdOf('Post', 'postId', postId),
})

const ROADMAP = { type: RoadmapRef, description: 'The roadmap.' }
const ROADMAP_POST = { type: RoadmapPostRef, description: 'The post on the roadmap.' }

mutation('addRoadmapPost', {
  access: { require: 'member' },
  description:
    'Adds a post at the end of a roadmap. A post that is already on it keeps its position and takes the given inputs.',
  input: (t) => ({
    ...keyFields(t),
    scoring: t.field({ type: RoadmapPostScoringInput, description: 'Scoring inputs.' }),
  }),
  payload: { roadmap: ROADMAP, roadmapPost: ROADMAP_POST },
  resolve: (input, context) => {
    actorOf(context)
    const actor = toActor(context.caller)
    const added = { ...roadmapPostKey(input), inputs: input.scoring ?? {}, actor }
    return inTransaction(context.db, (tx) => addRoadmapPost(tx, context.organizationId, added))
  },
})

mutation('removeRoadmapPost', {
  access: { require: 'member' },
  description: 'Removes a post from a roadmap. Idempotent.',
  input: keyFields,
  payload: {
    roadmap: ROADMAP,
    removedPostId: { type: 'ID', description: 'Id of the post.' },
    removedRoadmapPostId: { type: 'ID', description: 'Id of the `RoadmapPost`.' },
  },
  resolve: async (input, context) => {
    actorOf(context)
    const key = roadmapPostKey(input)
    const removed = { ...key, actor: toActor(context.caller) }
    const roadmap = await inTransaction(context.db, (tx) =>
      removeRoadmapPost(tx, context.organizationId, removed),
    )
    const removedRoadmapPostId = toPairId('RoadmapPost', [key.roadmapId, key.postId])
    return { roadmap, removedPostId: input.postId, removedRoadmapPostId }
  },
})

mutation('scoreRoadmapPost', {
  access: { require: 'member' },
  description: 'Sets scoring inputs of a post on a roadmap. Omitted inputs are unchanged.',
  input: (t) => ({
    ...keyFields(t),
    scoring: t.field({ type: RoadmapPostScoringInput, required: true, description: 'Scoring inputs.' }),
  }),
  payload: { roadmap: ROADMAP, roadmapPost: ROADMAP_POST },
  resolve: (input, context) => {
    actorOf(context)
    const actor = toActor(context.caller)
    const scored = { ...roadmapPostKey(input), inputs: input.scoring, actor }
    return inTransaction(context.db, (tx) => scoreRoadmapPost(tx, context.organizationId, scored))
  },
})

mutation('planRoadmapPost', {
  access: { require: 'member' },
  description: 'Sets the day for which a post on a roadmap is planned.',
  input: (t) => ({
    ...keyFields(t),
    plannedFor: t.field({ type: 'Date', description: 'The day. Null or omitted removes it.' }),
  }),
  payload: { roadmap: ROADMAP, roadmapPost: ROADMAP_POST },
  resolve: (input, context) => {
    actorOf(context)
    const actor = toActor(context.caller)
    const planned = { ...roadmapPostKey(input), plannedFor: input.plannedFor ?? null, actor }
    return inTransaction(context.db, (tx) => planRoadmapPost(tx, context.organizationId, planned))
  },
})

mutation('moveRoadmapPost', {
  access: { require: 'member' },
  description: 'Moves a post on a roadmap directly after or before another one.',
  input: (t) => ({
    ...keyFields(t),
    position: t.field({
      type: RoadmapPositionInput,
      required: true,
      description: 'New position of the post.',
    }),
  }),
  payload: { roadmap: ROADMAP, roadmapPost: ROADMAP_POST },
  resolve: (input, context) => {
    actorOf(context)
    const move = {
      ...roadmapPostKey(input),
      actor: toActor(context.caller),
      position: toPosition(input.position),
    }
    return inTransaction(context.db, (tx) => moveRoadmapPost(tx, context.organizationId, move))
  },
})
