import { builder } from '../../graphql/builder.ts'
import { KanbanViewGroupRef, RoadmapModeRef, RoadmapStatusRef, ScoreTypeRef } from './enums.ts'

const RoadmapIconInput = builder.inputType('RoadmapIconInput', {
  description: 'Icon of a roadmap.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'Kind of icon, such as `emoji`.' }),
    value: t.string({ required: true, description: 'Value of the icon, such as the emoji itself.' }),
  }),
})

export const CreateRoadmapInput = builder.inputType('CreateRoadmapInput', {
  description: 'A new roadmap.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title. The slug is derived from it.' }),
    description: t.string({ description: 'Description in plain text.' }),
    isPublic: t.boolean({ description: 'Whether people outside the team can see it. Default true.' }),
    status: t.field({ type: RoadmapStatusRef, description: 'Progress. Default `backlog`.' }),
    icon: t.field({ type: RoadmapIconInput, description: 'Icon beside the title.' }),
    mode: t.field({ type: RoadmapModeRef, description: 'Display mode. Default `kanban`.' }),
    scoreType: t.field({ type: ScoreTypeRef, description: 'Scoring method. Default `none`.' }),
    archived: t.boolean({ description: 'Whether it is archived.' }),
    kanbanViewGroup: t.field({
      type: KanbanViewGroupRef,
      description: 'Grouping of the columns of the kanban view. Default `status`.',
    }),
    startDate: t.field({ type: 'DateTime', description: 'Start time. By default now.' }),
    endDate: t.field({ type: 'DateTime', description: 'End time. By default none.' }),
  }),
})

export const UpdateRoadmapInput = builder.inputType('UpdateRoadmapInput', {
  description: 'Changes to a roadmap. Omitted fields are unchanged.',
  fields: (t) => ({
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
  }),
})

export const ScoringInput = builder.inputType('ScoringInput', {
  description: "Inputs of a post's RICE or ICE score, 0 to 1,000,000,000. Null removes an input.",
  fields: (t) => ({
    reach: t.float({ description: 'Reach, the number of people it affects.' }),
    impact: t.float({ description: 'Impact on each of them.' }),
    confidence: t.float({ description: 'Confidence of the team in these estimates.' }),
    effort: t.float({ description: 'Effort of completing it, at least 0.001.' }),
    ease: t.float({ description: 'Ease of completing it.' }),
  }),
})
