import type { ImportState } from '../../../db/generated/tables.ts'
import { enumType } from '../../../graphql/schema/enum.ts'
import type { Kind } from '../../engine/plan.ts'
import type { ProgressPhase } from '../../engine/read-run.ts'
import type { SourceKind } from '../../reader.ts'
import type { Encoding } from '../../sources/encoding.ts'

export const ImportSourceRef = enumType<SourceKind>('ImportSource', 'Product whose data is imported.', {
  echolog: 'An export of this service.',
  csv: 'A plain CSV file of posts.',
  fider: 'Fider.',
  astuto: 'Astuto.',
  canny: 'Canny.',
  featureos: 'FeatureOS.',
  quackback: 'Quackback.',
  uservoice: 'UserVoice.',
  featurebase: 'Featurebase.',
  logchimp: 'LogChimp.',
  clearflask: 'ClearFlask.',
  github: 'GitHub issues and discussions.',
  productboard: 'Productboard.',
})

export const ImportStateRef = enumType<ImportState>('ImportState', 'State of an import.', {
  planning: 'Read and counted. Nothing is written.',
  planned: 'Counted, and waiting for its start.',
  running: 'Written in part.',
  paused: 'Stopped. It can be resumed.',
  done: 'Written. Each record is stored, left out or has an error.',
  failed: 'Stopped for `reason`. It can be resumed.',
  undoing: 'Removed in part.',
  undone: 'Removed.',
})

export const ImportPhaseRef = enumType<ProgressPhase>(
  'ImportPhase',
  'Part of an import or of its undo.',
  {
    settings: 'Statuses, buckets, tags, labels and the organization.',
    people: 'People.',
    posts: 'Posts.',
    votes: 'Votes.',
    comments: 'Comments.',
    subscriptions: 'Subscriptions to posts.',
    roadmaps: 'Roadmaps.',
    roadmapPosts: 'Posts of roadmaps, in an undo.',
    changelogs: 'Changelog entries.',
    translations: 'Translations of changelog entries, in an undo.',
    merges: 'Merges of posts.',
    uploads: 'Pictures of an export of this service.',
    pictures: 'Pictures that texts contain.',
    others: 'All other records.',
    counts: 'Counts of posts.',
    changes: 'Updated rows, which an undo restores.',
    tags: 'Tags, in an undo.',
    labels: 'Labels of changelog entries, in an undo.',
    buckets: 'Buckets, in an undo.',
    statuses: 'Statuses, in an undo.',
  },
  { roadmapPosts: 'ROADMAP_POSTS', labels: 'CHANGELOG_LABELS' },
)

export const ImportKindRef = enumType<Kind>(
  'ImportKind',
  'Kind of imported records.',
  {
    status: 'A status.',
    bucket: 'A bucket.',
    tag: 'A tag.',
    organization: 'The settings of the organization.',
    label: 'A label of changelog entries.',
    person: 'A person.',
    post: 'A post.',
    vote: 'A vote of a person.',
    comment: 'A comment.',
    subscription: 'A person who follows a post.',
    roadmap: 'A roadmap.',
    roadmapPost: 'A post of a roadmap.',
    changelog: 'A changelog entry.',
    merge: 'A merge of two posts.',
    upload: 'A picture.',
  },
  { label: 'CHANGELOG_LABEL', roadmapPost: 'ROADMAP_POST' },
)

export const ImportValueFieldRef = enumType('ImportValueField', 'Field whose values are mapped.', {
  status: 'Status of a post.',
  bucket: 'Board of a post, which becomes a bucket.',
  tag: 'Tag of a post.',
})

export const ImportDateOrderRef = enumType('ImportDateOrder', 'Order of day and month in dates of digits.', {
  dmy: 'Day before month.',
  mdy: 'Month before day.',
})

export const ImportEncodingRef = enumType<Encoding>('ImportEncoding', 'Encoding of text files.', {
  'utf-8': 'UTF-8.',
  'utf-16le': 'UTF-16 with the low byte first.',
  'utf-16be': 'UTF-16 with the high byte first.',
  'windows-1252': 'Windows-1252.',
  macintosh: 'Mac Roman.',
  shift_jis: 'Shift_JIS.',
})
