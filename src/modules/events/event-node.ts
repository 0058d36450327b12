import { sql, type RawBuilder } from 'kysely'
import { longestInRow } from '../../db/lists/long-texts.ts'
import { MAX_PAGE } from '../../db/lists/keyset.ts'
import type { EventRow } from '../../events/event-row.ts'
import { snakeCase } from '../../lib/text/case.ts'

/** An event of a result. A large one is read without its snapshot and changes, which `contentOf` reads. */
export type EventNode = Omit<EventRow, 'snapshot'> & {
  snapshot: object | null
  /** Number of characters of its snapshot and changes. Undefined for an event that was read whole. */
  size?: number
}

/** Maximum size, in characters, of an event that is read with its snapshot. */
const MAX_IN_ROW = longestInRow(MAX_PAGE)

const ifSmall = (column: 'snapshot' | 'before' | 'after', condition = sql<boolean>`false`) =>
  sql<object | null>`case when size <= ${sql.lit(MAX_IN_ROW)} or ${condition} then ${sql.ref(column)} end`.as(
    column,
  )

/** Columns of every `EventNode`. */
const PLAIN = [
  'organizationId',
  'position',
  'id',
  'type',
  'subjectId',
  'postId',
  'actorKind',
  'actorId',
  'actorUserId',
  'createdAt',
] as const satisfies (keyof EventNode)[]

/** Columns of an `EventNode`. Those of an event for which `isWhole` is true include its content. */
export const nodeColumns = (isWhole?: RawBuilder<boolean>) =>
  [
    ...PLAIN,
    'size',
    ifSmall('snapshot', isWhole),
    ifSmall('before', isWhole),
    ifSmall('after', isWhole),
  ] as const

/** Text of the columns of an `EventNode`. Content of more than `most` characters, a parameter, is not read. */
export function nodeColumnsText(alias: string, most: string): string {
  const size = `${alias}.size`
  const content = (['snapshot', 'before', 'after'] as const).map(
    (column) => `case when ${size} <= ${most} then ${alias}.${column} end as ${column}`,
  )
  const plain = PLAIN.map((column) => `${alias}.${snakeCase(column)} as "${column}"`)
  return [...plain, size, ...content].join(', ')
}
