import type { RecordType } from './records.ts'

/** Phases of a run in their order. */
export const PHASES = [
  'settings',
  'people',
  'posts',
  'votes',
  'comments',
  'subscriptions',
  'roadmaps',
  'changelogs',
  'merges',
  'uploads',
  'others',
] as const
export type Phase = (typeof PHASES)[number]

/** The phase of each type of record. */
export const PHASE_OF: Record<RecordType, Phase> = {
  organization: 'settings',
  status: 'settings',
  bucket: 'settings',
  tag: 'settings',
  label: 'settings',
  person: 'people',
  post: 'posts',
  vote: 'votes',
  comment: 'comments',
  subscription: 'subscriptions',
  roadmap: 'roadmaps',
  roadmapPost: 'roadmaps',
  changelog: 'changelogs',
  merge: 'merges',
  upload: 'uploads',
  webhook: 'others',
  reference: 'others',
  address: 'others',
  mute: 'others',
  changelogSubscriber: 'others',
  preference: 'others',
  suppression: 'others',
  identity: 'others',
}
