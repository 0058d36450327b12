import { toNodeId, type NodeType } from '../node/prefixes.ts'

/** Maximum number of objects in a list of a payload that contains what else a mutation has changed. */
export const MAX_AFFECTED = 100

/** Returns the first ids of such a list. */
export const affectedIds = (type: NodeType, ids: readonly number[]): string[] =>
  ids.slice(0, MAX_AFFECTED).map((id) => toNodeId(type, id))
