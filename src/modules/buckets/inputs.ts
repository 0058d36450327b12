import { builder } from '../../graphql/builder.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'

export const BucketPositionInput = builder.inputType('BucketPositionInput', {
  isOneOf: true,
  description: 'Position beside another bucket. Exactly one field is given.',
  fields: (t) => ({
    afterId: t.id(nodeIdInput('Bucket', { description: 'Directly after the bucket with this id.' })),
    beforeId: t.id(nodeIdInput('Bucket', { description: 'Directly before the bucket with this id.' })),
  }),
})

/** Returns a position with database ids. @throws AppError INVALID_PARAM for an id of another type */
export function toBucketPosition({ afterId, beforeId }: typeof BucketPositionInput.$inferInput) {
  return afterId == null
    ? { beforeId: databaseIdOf('Bucket', 'position.beforeId', beforeId ?? '') }
    : { afterId: databaseIdOf('Bucket', 'position.afterId', afterId) }
}
