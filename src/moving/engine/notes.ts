import type { CommentRecord, PostRecord } from '../records.ts'
import type { Step } from './step.ts'

const NAMES: Record<string, string> = {
  ...{ canny: 'Canny', fider: 'Fider', astuto: 'Astuto', featureos: 'FeatureOS', quackback: 'Quackback' },
  ...{ uservoice: 'UserVoice', featurebase: 'Featurebase', logchimp: 'LogChimp', clearflask: 'ClearFlask' },
  ...{ github: 'GitHub', productboard: 'Productboard', csv: 'the CSV file', echolog: 'Echolog' },
}

/** Facts of a post without a column become one internal comment without an author. */
export function notesOf({ session }: Step, record: PostRecord): CommentRecord[] {
  if (record.notes.length === 0) return []
  return [
    {
      ...{
        type: 'comment',
        externalId: `note:${record.externalId}`,
        origin: record.origin,
        post: record.externalId,
      },
      ...{ internal: true, pinned: false, approval: 'approved', deleted: false },
      text: { plain: `From ${NAMES[session.source] ?? session.source}: ${record.notes.join('\n')}` },
      createdAt: record.updatedAt ?? record.createdAt,
    },
  ]
}
