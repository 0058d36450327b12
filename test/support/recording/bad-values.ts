import type { Schema } from '../../../rest-compat/document.ts'

/** Values of a JSON body that a field of the schema rejects, or reads in an unusual way. */
export function badValues(schema: Schema): unknown[] {
  const types = [schema.type ?? 'object'].flat()
  const values = types.flatMap((type) => BY_TYPE[type] ?? [])
  const isClosed = schema.enum !== undefined || schema.pattern !== undefined || schema.format !== undefined
  const items = schema.items?.enum ? [['no-such-value']] : []
  return [...values, ...(isClosed ? ['no-such-value'] : []), ...items, null, '']
}

/** Values of a query parameter that the schema rejects, or reads in an unusual way. */
export function badQueryValues(schema: Schema): string[] {
  const type = [schema.type].flat()[0] ?? 'string'
  if (schema.format === 'date') return ['soon', '2026-02-30', '2026-2-3', '2026-01-01T00:00:00Z']
  if (type === 'integer') return ['abc', '1.5', '0', '-1', '101', '99999999999', '1,2']
  if (type === 'array') return ['abc', 'a%00b', ',,,', 'x'.repeat(300)]
  return ['no-such-value', 'a%00b', '%F0%9F%8E%89', 'x'.repeat(300)]
}

const BY_TYPE: Record<string, unknown[]> = {
  integer: ['abc', 1.5, 0, -1, 2_147_483_000, 99_999_999_999, [1], true, {}],
  boolean: ['perhaps', 2, [], {}],
  string: [5, ['a'], {}, true, 'a\0b', '   ', 'x'.repeat(300), 'x'.repeat(100_001)],
  array: ['abc', 5, {}, [{}], [null], ['a\0b'], [2_147_483_000], Array.from({ length: 1001 }, () => 1)],
  object: ['abc', 5, [], { a: '\0' }],
}
