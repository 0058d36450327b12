/** Prefixes of ids in exports. They are those of the schema. */
export const ID_PREFIXES = {
  AuditEntry: 'aud',
  Bucket: 'bkt',
  Changelog: 'chg',
  ChangelogLabel: 'lbl',
  Comment: 'cmt',
  Organization: 'org',
  Post: 'post',
  Roadmap: 'rdm',
  Status: 'sts',
  Tag: 'tag',
  Upload: 'upl',
  User: 'usr',
  Webhook: 'whk',
} as const
type IdType = keyof typeof ID_PREFIXES

/** The id of an object in an export, such as `post_42`. */
export const exportId = (type: IdType, id: number): string => `${ID_PREFIXES[type]}_${id}`

/** SQL of the id of an object. Null for null. */
export const nodeId = (type: IdType, column: string): string => `'${ID_PREFIXES[type]}_' || ${column}`

/** SQL of the ids of objects, in the order of an array. */
export const nodeIds = (type: IdType, array: string): string =>
  `array(select ${nodeId(type, 'one.id')} from unnest(${array}) with ordinality as one (id, number) order by one.number)`

/** SQL of an enum value of the schema. */
export const enumName = (column: string): string => `upper(${column}::text)`

/** SQL of a locale, such as `PT_BR` for `pt-BR`. */
export const localeName = (column: string): string => `upper(replace(${column}, '-', '_'))`
