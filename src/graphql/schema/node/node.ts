import type { GraphQLResolveInfo } from 'graphql'
import type { Pair } from '../../../db/lists/read-pairs.ts'
import { builder } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { isPossibleId, isPossiblePair } from './ids.ts'
import {
  NODE_PREFIXES,
  PAIR_PREFIXES,
  parseNodeId,
  parsePairId,
  toNodeId,
  toPairId,
  type NodeType,
  type PairType,
} from './prefixes.ts'

/** Type of an object that `node` returns. The row's own shape does not name it. */
const NODE_TYPE = Symbol('node type')

/** An object with an id of its own. */
export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'An object with an id that is unique in the installation.',
  resolveType: (node) => (node as { [NODE_TYPE]?: string })[NODE_TYPE],
  fields: (t) => ({
    id: t.id({
      description: 'Id with the prefix of its type, such as `post_42`.',
      // Types with an id define the field themselves.
      resolve: () => {
        throw new Error('A type of Node has no id')
      },
    }),
  }),
})

/** Options of a type's field `id`. */
export const nodeIdField = (type: NodeType) => ({
  description: `Id, such as \`${NODE_PREFIXES[type]}_1\`.`,
  resolve: ({ id }: { id: number }) => toNodeId(type, id),
})

/** Options of the field `id` of a type whose objects join two others. */
export const pairIdField = <Row>(type: PairType, pairOf: (row: Row) => Pair) => ({
  description: `Id, such as \`${PAIR_PREFIXES[type]}_1_2\`.`,
  resolve: (row: Row) => toPairId(type, pairOf(row)),
})

/** Options of a type's field `databaseId`. */
export const DATABASE_ID = { description: 'Integer id, as in REST and in webhooks.' }

/** Options of an argument or input field that takes the id of an object. */
export const nodeIdInput = <const Options extends { description: string; required?: boolean }>(
  type: NodeType,
  options: Options,
) => ({ ...options, extensions: { nodeType: type } })

/** Returns the object of a type with a database id, or null if the caller cannot see it. */
type FindNode = (context: Context, databaseId: number, info: GraphQLResolveInfo) => Promise<object | null>

const finders = new Map<NodeType, FindNode>()

/** Declares how `node` finds the objects of a type. Each type of Node has exactly one declaration. */
export function nodeFinder(type: NodeType, find: FindNode): void {
  if (finders.has(type)) throw new Error(`The nodes of ${type} are declared twice`)
  finders.set(type, find)
}

/** Returns the object that joins two others, or null if the caller cannot see it. */
type FindPair = (context: Context, pair: Pair) => Promise<object | null>

const pairFinders = new Map<PairType, FindPair>()

/** Declares how `node` finds the objects of a type that join two others. */
export function pairFinder(type: PairType, find: FindPair): void {
  pairFinders.set(type, find)
}

/** Prefix of the ids of events, which have a form of their own (`src/events/cursor.ts`). */
const EVENT_PREFIX = 'evt_'

/** Returns an event with the name of its type, or null if the caller cannot see it. */
type FindEvent = (context: Context, id: string) => Promise<{ type: string; row: object } | null>

let findEvent: FindEvent | undefined

/** Declares how `node` finds events. */
export function eventNodeFinder(find: FindEvent): void {
  findEvent = find
}

/** Types that `node` can return, for tests. */
export const nodeTypes = (): (NodeType | PairType)[] => [...finders.keys(), ...pairFinders.keys()]

/** Finds an object by its typed id. Null for an unknown id, and for what the caller cannot see. */
export async function findNode(
  context: Context,
  id: string,
  info: GraphQLResolveInfo,
  assertScopes: (typeName: string) => void,
): Promise<object | null> {
  if (id.startsWith(EVENT_PREFIX)) {
    const event = await findEvent?.(context, id)
    if (!event) return null
    assertScopes(event.type)
    return { ...event.row, [NODE_TYPE]: event.type }
  }
  const joined = parsePairId(id)
  if (joined) return findPair(context, joined, assertScopes)
  const parsed = parseNodeId(id)
  const find = parsed && finders.get(parsed.type)
  if (!parsed || !find) return null
  assertScopes(parsed.type)
  const row = isPossibleId(parsed) ? await find(context, parsed.databaseId, info) : null
  return row && { ...row, [NODE_TYPE]: parsed.type }
}

async function findPair(
  context: Context,
  { type, pair }: { type: PairType; pair: Pair },
  assertScopes: (typeName: string) => void,
): Promise<object | null> {
  assertScopes(type)
  const row = isPossiblePair(pair) ? await pairFinders.get(type)?.(context, pair) : null
  return row ? { ...row, [NODE_TYPE]: type } : null
}
