import { builder } from '../../graphql/builder.ts'
import type { InputFieldBuilder } from '@pothos/core'
import { hasTeamView } from '../../auth/caller.ts'
import { toActor } from '../../graphql/actor.ts'
import type { Types } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { databaseIdOf, databaseIdsOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import type { NodeType } from '../../graphql/schema/node/prefixes.ts'
import { forbidden, unprocessable } from '../../lib/errors.ts'
import { StatusBy } from '../statuses/type.ts'
import { canModeratePost } from './policy.ts'
import { ApprovalStatusRef } from './enums.ts'

/** Fields of a change of a post. */
export const postChangeFields = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  title: t.string({ description: 'Title. The slug is unchanged.' }),
  description: t.string({ description: 'Plain text or HTML.' }),
  bucketId: t.id(nodeIdInput('Bucket', { description: 'Id of the bucket to move the post to. Team only.' })),
  status: t.field({ type: StatusBy, description: 'New status. Team only.' }),
  tagIds: t.idList(
    nodeIdInput('Tag', { description: 'Ids of the tags, replacing the current ones. Team only.' }),
  ),
  approvalStatus: t.field({ type: ApprovalStatusRef, description: 'Approval status. Team only.' }),
  hidden: t.boolean({ description: 'Whether it is excluded from lists. Team only.' }),
  pinned: t.boolean({ description: 'Whether it is pinned. Team only.' }),
})

/** Fields of a change that only the team decides. */
const DECISIONS = ['bucketId', 'status', 'tagIds', 'approvalStatus', 'hidden', 'pinned'] as const

/** Fields of a change that cannot be empty. */
export const REQUIRED_FIELDS = ['title', 'description', ...DECISIONS] as const

type References = {
  bucketId?: string | null | undefined
  status?: typeof StatusBy.$inferInput | null | undefined
  tagIds?: string[] | null | undefined
}

/** Returns the input of a post with database ids. @throws AppError INVALID_PARAM, UNPROCESSABLE for its ids */
export function toReferences<Input extends References>(input: Input) {
  return {
    ...input,
    bucketId: input.bucketId == null ? null : referenceTo('Bucket', 'bucketId', input.bucketId),
    status: input.status && {
      ...input.status,
      id: input.status.id == null ? null : referenceTo('Status', 'status.id', input.status.id),
    },
    tagIds: input.tagIds && referencesTo('Tag', 'tagIds', input.tagIds),
  }
}

/** Returns the changes of a post as `updatePost` accepts them. @throws AppError as `toReferences` */
export const toChanges = <Input extends References>(input: Input, { caller }: Context) => ({
  ...toReferences(input),
  actor: toActor(caller),
  asCustomer: !hasTeamView(caller),
})

/**
 * Checks that the caller may set fields that only the team decides.
 * @throws AppError FORBIDDEN if one of them is given outside the team
 */
export function assertModeration(
  { caller }: Context,
  input: Partial<Record<(typeof DECISIONS)[number], unknown>>,
): void {
  if (DECISIONS.some((field) => input[field] != null) && !canModeratePost(caller))
    throw forbidden(
      'Insufficient permissions: only the team sets status, tags, bucket, approval and visibility',
    )
}

/** Returns the database id of a reference. @throws AppError UNPROCESSABLE for an id that no row can have */
function referenceTo(type: NodeType, field: string, id: string): number {
  return assertPossible(field, [databaseIdOf(type, field, id)])[0] ?? 0
}

/** Returns the database ids of a list of references. @throws AppError as `referenceTo` and `databaseIdsOf` */
export const referencesTo = (type: NodeType, field: string, ids: readonly string[]): number[] =>
  assertPossible(field, databaseIdsOf(type, field, ids))

function assertPossible(field: string, ids: number[]): number[] {
  if (ids.includes(0)) throw unprocessable(field, 'does not exist')
  return ids
}

export const ExplanationInput = builder.inputType('ExplanationInput', {
  description: 'Comment that explains a change of a post.',
  fields: (t) => ({
    body: t.string({ required: true, description: 'Plain text or HTML.' }),
    official: t.boolean({
      description: 'Whether it is the answer of the team, as in `CreateCommentInput`. Default false.',
    }),
    mentionIds: t.idList(nodeIdInput('User', { description: 'People whom it mentions, at most 20.' })),
  }),
})

/** Returns an explanation with database ids. @throws AppError UNPROCESSABLE for an invalid id */
export const toExplanation = ({ mentionIds, ...comment }: typeof ExplanationInput.$inferInput) => ({
  ...comment,
  mentionIds: mentionIds && databaseIdsOf('User', 'comment.mentionIds', mentionIds),
})
