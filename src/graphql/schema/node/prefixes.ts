/**
 * Prefix of the ids of each `Node` type. An id such as `post_42` is unique in the installation and names its
 * type. Events have ids of their own form (`src/events/cursor.ts`), such as `evt_1a_2b`, which all their types share.
 */
export const NODE_PREFIXES = {
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
  OAuthApp: 'app',
  Organization: 'org',
  Post: 'post',
  Roadmap: 'rdm',
  Session: 'ses',
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

/** Formats a type's name with its article: `a Post`, `an Install`. */
export const withArticle = (type: NodeType): string => `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`
