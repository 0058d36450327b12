import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { createRoadmap } from './create-roadmap.ts'
import { deleteRoadmap } from './delete-roadmap.ts'
import { KanbanViewGroupRef, RoadmapModeRef, RoadmapStatusRef, ScoreTypeRef } from './enums.ts'
import { RoadmapIconInput } from './inputs.ts'
import { RoadmapRef } from './type.ts'
import { updateRoadmap } from './update-roadmap.ts'

/** Fields that an update cannot set to null. */
const REQUIRED = [
  'title',
  'description',
  'isPublic',
  'status',
  'icon',
  'mode',
  'scoreType',
  'archived',
  'kanbanViewGroup',
  'startDate',
] as const

mutation('createRoadmap', {
  access: { require: 'member' },
  description: 'Creates a roadmap owned by the caller.',
  input: (t) => ({
    title: t.string({ required: true, description: 'Title. The slug is derived from it.' }),
    description: t.string({ description: 'Description in plain text.' }),
    isPublic: t.boolean({ description: 'Whether people outside the team can see it. Default true.' }),
    status: t.field({ type: RoadmapStatusRef, description: 'Progress. Default `BACKLOG`.' }),
    icon: t.field({ type: RoadmapIconInput, description: 'Icon beside the title.' }),
    mode: t.field({ type: RoadmapModeRef, description: 'Display mode. Default `KANBAN`.' }),
    scoreType: t.field({ type: ScoreTypeRef, description: 'Scoring method. Default `NONE`.' }),
    archived: t.boolean({ description: 'Whether it is archived.' }),
    kanbanViewGroup: t.field({
      type: KanbanViewGroupRef,
      description: 'Grouping of the columns of the kanban view. Default `STATUS`.',
    }),
    startDate: t.field({ type: 'DateTime', description: 'Start time. By default now.' }),
    endDate: t.field({ type: 'DateTime', description: 'End time. By default none.' }),
  }),
  payload: { roadmap: { type: RoadmapRef, description: 'The roadmap.' } },
  resolve: async (input, context) => {
    const fields = { ...input, ownerId: actorOf(context), actor: toActor(context.caller) }
    const { db, organizationId } = context
    return { roadmap: await inTransaction(db, (tx) => createRoadmap(tx, organizationId, fields)) }
  },
})

mutation('updateRoadmap', {
  access: { require: 'member' },
  description: 'Updates a roadmap. Omitted fields are unchanged.',
  input: (t) => ({
    id: t.id(nodeIdInput('Roadmap', { required: true, description: 'Id of the roadmap.' })),
    title: t.string({ description: 'Title. The slug is unchanged.' }),
    description: t.string({ description: 'Description in plain text.' }),
    isPublic: t.boolean({ description: 'Whether people outside the team can see it.' }),
    status: t.field({ type: RoadmapStatusRef, description: 'Progress.' }),
    icon: t.field({ type: RoadmapIconInput, description: 'Icon beside the title.' }),
    mode: t.field({ type: RoadmapModeRef, description: 'Display mode.' }),
    scoreType: t.field({ type: ScoreTypeRef, description: 'Scoring method.' }),
    archived: t.boolean({ description: 'Whether it is archived.' }),
    kanbanViewGroup: t.field({
      type: KanbanViewGroupRef,
      description: 'Grouping of the columns of the kanban view.',
    }),
    startDate: t.field({ type: 'DateTime', description: 'Start time.' }),
    endDate: t.field({ type: 'DateTime', description: 'End time. Null removes it.' }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload: { roadmap: { type: RoadmapRef, description: 'The roadmap.' } },
  resolve: async (input, context) => {
    actorOf(context)
    const { id, ...given } = assertChanges(context, input, REQUIRED)
    const { db, organizationId, caller } = context
    const changes = { ...given, actor: toActor(caller) }
    const roadmapId = databaseIdOf('Roadmap', 'id', id)
    return { roadmap: await inTransaction(db, (tx) => updateRoadmap(tx, organizationId, roadmapId, changes)) }
  },
})

mutation('deleteRoadmap', {
  access: { require: 'member' },
  description: 'Deletes a roadmap. Its posts remain.',
  input: (t) => ({
    id: t.id(nodeIdInput('Roadmap', { required: true, description: 'Id of the roadmap.' })),
  }),
  payload: { deletedRoadmapId: { type: 'ID', description: 'Id of the deleted roadmap.' } },
  resolve: async ({ id }, context) => {
    actorOf(context)
    const { db, organizationId, caller } = context
    const roadmapId = databaseIdOf('Roadmap', 'id', id)
    await inTransaction(db, (tx) => deleteRoadmap(tx, organizationId, roadmapId, toActor(caller)))
    return { deletedRoadmapId: id }
  },
})
