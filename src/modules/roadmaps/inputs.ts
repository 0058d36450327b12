import { builder } from '../../graphql/builder.ts'
import { KanbanViewGroupRef, RoadmapModeRef, RoadmapStatusRef, ScoreTypeRef } from './enums.ts'

const RoadmapIconInput = builder.inputType('RoadmapIconInput', {
  description: 'The picture beside a title.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'Its kind, such as `emoji`.' }),
    value: t.string({ required: true, description: 'The picture itself.' }),
  }),
})

export const CreateRoadmapInput = builder.inputType('CreateRoadmapInput', {
  description: 'A new roadmap.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title; also the source of the slug.' }),
    description: t.string({ description: 'What it is about, as plain text.' }),
    isPublic: t.boolean({ description: 'Whether people outside the team see it; by default they do.' }),
    status: t.field({ type: RoadmapStatusRef, description: 'How far it is; by default `backlog`.' }),
    icon: t.field({ type: RoadmapIconInput, description: 'The picture beside its title.' }),
    mode: t.field({ type: RoadmapModeRef, description: 'How it is shown; by default `kanban`.' }),
    scoreType: t.field({ type: ScoreTypeRef, description: 'What its score is made of; by default `none`.' }),
    archived: t.boolean({ description: 'Whether it is put aside.' }),
    kanbanViewGroup: t.field({
      type: KanbanViewGroupRef,
      description: 'What the columns of its kanban view are; by default `status`.',
    }),
    startDate: t.field({ type: 'DateTime', description: 'When it begins; by default now.' }),
    endDate: t.field({ type: 'DateTime', description: 'When it ends; by default that is open.' }),
  }),
})

export const UpdateRoadmapInput = builder.inputType('UpdateRoadmapInput', {
  description: 'Changes of a roadmap; what is left out stays.',
  fields: (t) => ({
    title: t.string({ description: 'Title; the slug stays.' }),
    description: t.string({ description: 'What it is about, as plain text.' }),
    isPublic: t.boolean({ description: 'Whether people outside the team see it.' }),
    status: t.field({ type: RoadmapStatusRef, description: 'How far it is.' }),
    icon: t.field({ type: RoadmapIconInput, description: 'The picture beside its title.' }),
    mode: t.field({ type: RoadmapModeRef, description: 'How it is shown.' }),
    scoreType: t.field({ type: ScoreTypeRef, description: 'What its score is made of.' }),
    archived: t.boolean({ description: 'Whether it is put aside.' }),
    kanbanViewGroup: t.field({
      type: KanbanViewGroupRef,
      description: 'What the columns of its kanban view are.',
    }),
    startDate: t.field({ type: 'DateTime', description: 'When it begins.' }),
    endDate: t.field({ type: 'DateTime', description: 'When it ends; null leaves that open.' }),
  }),
})

export const ScoringInput = builder.inputType('ScoringInput', {
  description: "Inputs of a post's RICE or ICE score, 0 to 1,000,000,000; null takes one back.",
  fields: (t) => ({
    reach: t.float({ description: 'How many it reaches.' }),
    impact: t.float({ description: 'What it does for each of them.' }),
    confidence: t.float({ description: 'How sure the team is of that.' }),
    effort: t.float({ description: 'What it costs; at least 0.001.' }),
    ease: t.float({ description: 'How easily it is done.' }),
  }),
})
