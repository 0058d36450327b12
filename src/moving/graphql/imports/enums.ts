import type { ImportState } from '../../../db/generated/tables.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Kind } from '../../engine/plan.ts'
import type { ProgressPhase } from '../../engine/read-run.ts'
import type { SourceKind } from '../../reader.ts'
import type { Encoding } from '../../sources/encoding.ts'

export const ImportSourceRef = builder.enumType('ImportSource', {
  description: 'Product whose data is imported.',
  values: {
    ECHOLOG: { value: 'echolog', description: 'An export of this service.' },
    CSV: { value: 'csv', description: 'A plain CSV file of posts.' },
    FIDER: { value: 'fider', description: 'Fider.' },
    ASTUTO: { value: 'astuto', description: 'Astuto.' },
    CANNY: { value: 'canny', description: 'Canny.' },
    FEATUREOS: { value: 'featureos', description: 'FeatureOS.' },
    QUACKBACK: { value: 'quackback', description: 'Quackback.' },
    USERVOICE: { value: 'uservoice', description: 'UserVoice.' },
    FEATUREBASE: { value: 'featurebase', description: 'Featurebase.' },
    LOGCHIMP: { value: 'logchimp', description: 'LogChimp.' },
    CLEARFLASK: { value: 'clearflask', description: 'ClearFlask.' },
    GITHUB: { value: 'github', description: 'GitHub issues and discussions.' },
    PRODUCTBOARD: { value: 'productboard', description: 'Productboard.' },
  } as const satisfies Record<Uppercase<SourceKind>, { value: SourceKind; description: string }>,
})

export const ImportStateRef = builder.enumType('ImportState', {
  description: 'State of an import.',
  values: {
    PLANNING: { value: 'planning', description: 'Read and counted. Nothing is written.' },
    PLANNED: { value: 'planned', description: 'Counted, and waiting for its start.' },
    RUNNING: { value: 'running', description: 'Written in part.' },
    PAUSED: { value: 'paused', description: 'Stopped. It can be resumed.' },
    DONE: { value: 'done', description: 'Written. Each record is stored, left out or has an error.' },
    FAILED: { value: 'failed', description: 'Stopped for `reason`. It can be resumed.' },
    UNDOING: { value: 'undoing', description: 'Removed in part.' },
    UNDONE: { value: 'undone', description: 'Removed.' },
  } as const satisfies Record<Uppercase<ImportState>, { value: ImportState; description: string }>,
})

export const ImportPhaseRef = builder.enumType('ImportPhase', {
  description: 'Part of an import or of its undo.',
  values: {
    SETTINGS: { value: 'settings', description: 'Statuses, buckets, tags, labels and the organization.' },
    PEOPLE: { value: 'people', description: 'People.' },
    POSTS: { value: 'posts', description: 'Posts.' },
    VOTES: { value: 'votes', description: 'Votes.' },
    COMMENTS: { value: 'comments', description: 'Comments.' },
    SUBSCRIPTIONS: { value: 'subscriptions', description: 'Subscriptions to posts.' },
    ROADMAPS: { value: 'roadmaps', description: 'Roadmaps.' },
    ROADMAP_POSTS: { value: 'roadmapPosts', description: 'Posts of roadmaps, in an undo.' },
    CHANGELOGS: { value: 'changelogs', description: 'Changelog entries.' },
    TRANSLATIONS: { value: 'translations', description: 'Translations of changelog entries, in an undo.' },
    MERGES: { value: 'merges', description: 'Merges of posts.' },
    UPLOADS: { value: 'uploads', description: 'Pictures of an export of this service.' },
    PICTURES: { value: 'pictures', description: 'Pictures that texts contain.' },
    OTHERS: { value: 'others', description: 'All other records.' },
    COUNTS: { value: 'counts', description: 'Counts of posts.' },
    CHANGES: { value: 'changes', description: 'Updated rows, which an undo restores.' },
    TAGS: { value: 'tags', description: 'Tags, in an undo.' },
    CHANGELOG_LABELS: { value: 'labels', description: 'Labels of changelog entries, in an undo.' },
    BUCKETS: { value: 'buckets', description: 'Buckets, in an undo.' },
    STATUSES: { value: 'statuses', description: 'Statuses, in an undo.' },
  } as const satisfies Record<string, { value: ProgressPhase; description: string }>,
})

export const ImportKindRef = builder.enumType('ImportKind', {
  description: 'Kind of imported records.',
  values: {
    STATUS: { value: 'status', description: 'A status.' },
    BUCKET: { value: 'bucket', description: 'A bucket.' },
    TAG: { value: 'tag', description: 'A tag.' },
    ORGANIZATION: { value: 'organization', description: 'The settings of the organization.' },
    CHANGELOG_LABEL: { value: 'label', description: 'A label of changelog entries.' },
    PERSON: { value: 'person', description: 'A person.' },
    POST: { value: 'post', description: 'A post.' },
    VOTE: { value: 'vote', description: 'A vote of a person.' },
    COMMENT: { value: 'comment', description: 'A comment.' },
    SUBSCRIPTION: { value: 'subscription', description: 'A person who follows a post.' },
    ROADMAP: { value: 'roadmap', description: 'A roadmap.' },
    ROADMAP_POST: { value: 'roadmapPost', description: 'A post of a roadmap.' },
    CHANGELOG: { value: 'changelog', description: 'A changelog entry.' },
    MERGE: { value: 'merge', description: 'A merge of two posts.' },
    UPLOAD: { value: 'upload', description: 'A picture.' },
  } as const satisfies Record<string, { value: Kind; description: string }>,
})

export const ImportValueFieldRef = builder.enumType('ImportValueField', {
  description: 'Field whose values are mapped.',
  values: {
    STATUS: { value: 'status', description: 'Status of a post.' },
    BUCKET: { value: 'bucket', description: 'Board of a post, which becomes a bucket.' },
    TAG: { value: 'tag', description: 'Tag of a post.' },
  } as const,
})

export const ImportDateOrderRef = builder.enumType('ImportDateOrder', {
  description: 'Order of day and month in dates of digits.',
  values: {
    DMY: { value: 'dmy', description: 'Day before month.' },
    MDY: { value: 'mdy', description: 'Month before day.' },
  } as const,
})

export const ImportEncodingRef = builder.enumType('ImportEncoding', {
  description: 'Encoding of text files.',
  values: {
    UTF_8: { value: 'utf-8', description: 'UTF-8.' },
    UTF_16LE: { value: 'utf-16le', description: 'UTF-16 with the low byte first.' },
    UTF_16BE: { value: 'utf-16be', description: 'UTF-16 with the high byte first.' },
    WINDOWS_1252: { value: 'windows-1252', description: 'Windows-1252.' },
    MACINTOSH: { value: 'macintosh', description: 'Mac Roman.' },
    SHIFT_JIS: { value: 'shift_jis', description: 'Shift_JIS.' },
  } as const satisfies Record<string, { value: Encoding; description: string }>,
})
