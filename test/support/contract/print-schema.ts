import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../../../src/schema.ts'

/** The schema as `schema.graphql` contains it. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}

if (import.meta.main) writeFileSync(new URL('../../../schema.graphql', import.meta.url), printedSchema())
