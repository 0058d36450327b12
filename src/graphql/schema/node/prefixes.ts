import type { Pair } from '../../../db/lists/read-pairs.ts'

/**
 * Prefix of the ids of each `Node` type. An id such as `post_42` is unique in the installation and names its
 * type. Events have ids of their own form (`src/events/cursor.ts`), such as `evt_1a_2b`, which all their types share.
 */
export const NODE_PREFIXES = {
  Account: 'acc',
  ApiKey: 'key',
  AuditEntry: 'aud',
  Bucket: 'bkt',
  Changelog: 'chg',
  ChangelogLabel: 'lbl',
  Comment: 'cmt',
  Customer: 'cus',
  CustomerImport: 'cim',
  DeliveryAttempt: 'att',
  ExportRun: 'exp',
  ImportFile: 'imf',
  ImportRun: 'imp',
  Install: 'ins',
  Invitation: 'inv',
  Mail: 'mail',
  MailSuppression: 'sup',
  Notification: 'ntf',
  OAuthApp: 'app',
  Organization: 'org',
  Post: 'post',
  Roadmap: 'rdm',
  Session: 'ses',
  SignInProvider: 'idp',
  Status: 'sts',
  Tag: 'tag',
  TeamMember: 'mbr',
  Upload: 'upl',
  User: 'usr',
  Webhook: 'whk',
  WebhookDelivery: 'dlv',
} as const

/** Name of a type whose objects have such ids. */
export type NodeType = keyof typeof NODE_PREFIXES

/** Prefixes of the ids of types whose objects join two others, such as `vote_42_7` of post 42 and person 7. */
export const PAIR_PREFIXES = { PostSubscriber: 'sub', RoadmapPost: 'rmp', Vote: 'vote' } as const

/** Name of a type whose objects have an id of two integers. */
export type PairType = keyof typeof PAIR_PREFIXES

/** Form of an id in the database. Zero is well-formed, but no row has it. */
const DATABASE_ID = /^(0|[1-9]\d{0,15})$/

const TYPES = new Map<string, NodeType>(
  Object.entries(NODE_PREFIXES).map(([type, prefix]) => [prefix, type as NodeType]),
)

/** Formats the id of an object: `post_42` for the post with the database id 42. */
export const toNodeId = (type: NodeType, databaseId: number): string => `${NODE_PREFIXES[type]}_${databaseId}`

/** Parses an id. Returns null unless it has a known prefix and an integer of at most 2^53. */
export function parseNodeId(id: string): { type: NodeType; databaseId: number } | null {
  const separator = id.indexOf('_')
  const type = TYPES.get(id.slice(0, Math.max(separator, 0)))
  const digits = id.slice(separator + 1)
  if (!type || !DATABASE_ID.test(digits) || !Number.isSafeInteger(Number(digits))) return null
  return { type, databaseId: Number(digits) }
}

const PAIR_TYPES = new Map<string, PairType>(
  Object.entries(PAIR_PREFIXES).map(([type, prefix]) => [prefix, type as PairType]),
)

/** Formats the id of an object that joins two others. */
export const toPairId = (type: PairType, [first, second]: Pair): string =>
  `${PAIR_PREFIXES[type]}_${first}_${second}`

/** Parses an id of two integers. Returns null unless it has the prefix of a type with such ids. */
export function parsePairId(id: string): { type: PairType; pair: Pair } | null {
  const [prefix = '', first = '', second = '', ...rest] = id.split('_')
  const type = PAIR_TYPES.get(prefix)
  if (!type || rest.length > 0 || !DATABASE_ID.test(first) || !DATABASE_ID.test(second)) return null
  return { type, pair: [Number(first), Number(second)] }
}

/** Formats a type's name with its article: `a Post`, `an Install`. */
export const withArticle = (type: NodeType | PairType): string =>
  `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`
