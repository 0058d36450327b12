import { AppError, unprocessable } from '../../../lib/errors.ts'
import { assertNodeScopes } from '../../access/check-selection-scopes.ts'
import { builder } from '../../builder.ts'
import { findNode, NodeRef } from './node.ts'

/** Maximum number of ids of `nodes`. */
const MAX_NODES = 100

builder.queryFields((t) => ({
  node: t.field({
    type: NodeRef,
    nullable: true,
    access: { require: 'organization', scope: 'any' },
    description: 'The object with an id. Null for an unknown id and for what the caller cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id, such as `post_42`.' }) },
    resolve: (_root, { id }, context, info) =>
      findNode(context, id, info, (type) => assertNodeScopes(context.caller, type, info)),
  }),

  nodes: t.field({
    type: [NodeRef],
    nullable: { list: false, items: true },
    access: { require: 'organization', scope: 'any' },
    description:
      'The objects with the given ids, in their order. Null for each that `node` does not return, with an error if the caller lacks its scope.',
    args: { ids: t.arg.idList({ required: true, description: 'Ids, at most 100.' }) },
    resolve: (_root, { ids }, context, info) => {
      if (ids.length > MAX_NODES) throw unprocessable('ids', `must contain at most ${MAX_NODES} ids`)
      const find = (id: string) =>
        findNode(context, id, info, (type) => assertNodeScopes(context.caller, type, info))
      return Promise.all(ids.map((id) => find(String(id)).catch(asItemError)))
    },
  }),
}))

/** Returns a refusal instead of the object, so that the execution reports it for this item only. */
function asItemError(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
