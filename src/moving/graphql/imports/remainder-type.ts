import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/schema/enum.ts'
import { toNodeId, type NodeType } from '../../../graphql/schema/node/prefixes.ts'
import { connectionType } from '../../../graphql/schema/page.ts'
import type { Kind } from '../../engine/plan.ts'
import type { RemainingRow } from '../../engine/undo/list-remaining.ts'
import type { RemainingReason } from '../../engine/undo/step.ts'
import { ImportKindRef } from './enums.ts'

const ImportRemainderReasonRef = enumType<RemainingReason>(
  'ImportRemainderReason',
  'Reason for which an undo has left something of an import.',
  {
    edited: 'It was changed here.',
    voted: 'It has a later vote.',
    commented: 'It has a later comment or reply.',
    followed: 'It has a later follower.',
    on_roadmap: 'It was put on a roadmap here.',
    in_changelog: 'A changelog entry of this organization names it.',
    merged: 'It was merged here.',
    used: 'Something that stays uses it.',
    gone: 'The value before the import does not exist any more.',
  },
)

/** Type of the object of each kind. Votes, subscriptions and merges are those of a post. */
const TYPES: Record<Kind, NodeType> = {
  organization: 'Organization',
  ...{ status: 'Status', bucket: 'Bucket', tag: 'Tag', label: 'ChangelogLabel', person: 'User' },
  ...{ post: 'Post', vote: 'Post', subscription: 'Post', merge: 'Post', comment: 'Comment' },
  ...{ roadmap: 'Roadmap', roadmapPost: 'Roadmap', changelog: 'Changelog', upload: 'Upload' },
}

const ImportRemainderRef = builder.objectRef<RemainingRow>('ImportRemainder').implement({
  description:
    'Something of an import that its undo has left. A post stays with all that is on it, which is not listed.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ImportKindRef, description: 'Kind of the object.' }),
    nodeId: t.id({
      description: 'Id of the object: of the post for a vote, a subscription and a merge.',
      resolve: ({ kind, localId }) => toNodeId(TYPES[kind], localId),
    }),
    name: t.exposeString('name', {
      nullable: true,
      description:
        'Present name, title or text, at most 255 characters. Null for a picture, and for a deleted object.',
    }),
    reason: t.expose('reason', { type: ImportRemainderReasonRef, description: 'Why the undo keeps it.' }),
    fields: t.exposeStringList('fields', {
      description: 'Columns that were not restored. Empty for an object that the import has created.',
    }),
  }),
})

export const ImportRemainderConnectionRef = connectionType('ImportRemainder', ImportRemainderRef)
