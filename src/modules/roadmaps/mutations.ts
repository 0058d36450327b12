import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { parseObjectId, referenceId } from '../../graphql/ids.ts'
import { addPostToRoadmap } from './add-post-to-roadmap.ts'
import { createRoadmap } from './create-roadmap.ts'
import { deleteRoadmap } from './delete-roadmap.ts'
import { CreateRoadmapInput, ScoringInput, UpdateRoadmapInput } from './inputs.ts'
import { removePostFromRoadmap } from './remove-post-from-roadmap.ts'
import { scoreRoadmapPost } from './score-roadmap-post.ts'
import { RoadmapRef } from './type.ts'
import { updateRoadmap } from './update-roadmap.ts'
import { roadmapLoaders } from './loaders.ts'

builder.mutationFields((t) => ({
  createRoadmap: t.field({
    type: RoadmapRef,
    access: { require: 'member' },
    description: 'Creates a roadmap owned by the caller.',
    args: { input: t.arg({ type: CreateRoadmapInput, required: true, description: 'The roadmap.' }) },
    resolve: (_root, { input }, context) => {
      const roadmap = { ...input, ownerId: actorOf(context) }
      return inTransaction(context.db, (tx) => createRoadmap(tx, context.organizationId, roadmap))
    },
  }),

  updateRoadmap: t.field({
    type: RoadmapRef,
    access: { require: 'member' },
    description: 'Updates a roadmap.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the roadmap.' }),
      input: t.arg({ type: UpdateRoadmapInput, required: true, description: 'The changes.' }),
    },
    resolve: (_root, args, context) => {
      actorOf(context)
      const id = parseObjectId('Roadmap', args.id)
      return inTransaction(context.db, (tx) => updateRoadmap(tx, context.organizationId, id, args.input))
    },
  }),

  deleteRoadmap: t.field({
    type: DeletedRef,
    access: { require: 'member' },
    description: 'Deletes a roadmap; its posts remain.',
    args: { id: t.arg.id({ required: true, description: 'Id of the roadmap.' }) },
    resolve: async (_root, args, context) => {
      actorOf(context)
      const id = parseObjectId('Roadmap', args.id)
      await deleteRoadmap(context.db, context.organizationId, id)
      return { id }
    },
  }),

  addPostToRoadmap: t.field({
    type: RoadmapRef,
    access: { require: 'member' },
    description:
      'Adds a post at the end of a roadmap. A post that is already on it keeps its position and takes the given inputs.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the roadmap.' }),
      postId: t.arg.id({ required: true, description: 'Id of the post.' }),
      scoring: t.arg({ type: ScoringInput, description: 'Scoring inputs.' }),
    },
    resolve: async (_root, { id, postId, scoring }, context) => {
      actorOf(context)
      const key = { roadmapId: parseObjectId('Roadmap', id), postId: referenceId('postId', postId) }
      await inTransaction(context.db, (tx) =>
        addPostToRoadmap(tx, context.organizationId, { ...key, inputs: scoring ?? {} }),
      )
      return roadmapLoaders(context).byId.one(key.roadmapId)
    },
  }),

  removePostFromRoadmap: t.field({
    type: RoadmapRef,
    access: { require: 'member' },
    description: 'Removes a post from a roadmap. Idempotent.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the roadmap.' }),
      postId: t.arg.id({ required: true, description: 'Id of the post.' }),
    },
    resolve: async (_root, { id, postId }, context) => {
      actorOf(context)
      const key = { roadmapId: parseObjectId('Roadmap', id), postId: referenceId('postId', postId) }
      await inTransaction(context.db, (tx) => removePostFromRoadmap(tx, context.organizationId, key))
      return roadmapLoaders(context).byId.one(key.roadmapId)
    },
  }),

  scoreRoadmapPost: t.field({
    type: RoadmapRef,
    access: { require: 'member' },
    description: 'Sets scoring inputs of a post on a roadmap.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the roadmap.' }),
      postId: t.arg.id({ required: true, description: 'Id of the post. It must be on the roadmap.' }),
      scoring: t.arg({ type: ScoringInput, required: true, description: 'Scoring inputs.' }),
    },
    resolve: async (_root, { id, postId, scoring }, context) => {
      actorOf(context)
      const key = { roadmapId: parseObjectId('Roadmap', id), postId: referenceId('postId', postId) }
      await inTransaction(context.db, (tx) =>
        scoreRoadmapPost(tx, context.organizationId, { ...key, inputs: scoring }),
      )
      return roadmapLoaders(context).byId.one(key.roadmapId)
    },
  }),
}))
