import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { subjectMessage } from '../../src/lib/errors.ts'
import { restMessage } from '../../src/lib/http/error-body.ts'
import { snakeCase } from '../../src/lib/text/case.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { CUSTOMER_FIELDS } from './customer.ts'
import { lowerCase } from './lower-case.ts'
import { isoTimestamp, isoTimestampOrNull } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of an import of customers for its documented JSON. */
export const CUSTOMER_IMPORT = graphql(/* GraphQL */ `
  fragment customerImport on CustomerImport {
    databaseId
    state
    rowsCount
    processedCount
    createdCount
    updatedCount
    failedCount
    ignoredColumns
    createdAt
    startedAt
    finishedAt
  }
`)

/** GraphQL fields of a row that was not stored for its documented JSON. */
export const CUSTOMER_IMPORT_ERROR = graphql(/* GraphQL */ `
  fragment customerImportError on CustomerImportFailedRow {
    row
    email
    problems {
      field
      problem
    }
  }
`)

/** Converts an import to its documented JSON. */
export function presentImport(
  run: ResultOf<typeof CUSTOMER_IMPORT>,
): components['schemas']['CustomerImport'] {
  return {
    id: run.databaseId,
    state: lowerCase(run.state),
    total: run.rowsCount,
    processed: run.processedCount,
    created: run.createdCount,
    updated: run.updatedCount,
    failed: run.failedCount,
    ignored_columns: run.ignoredColumns,
    created_at: isoTimestamp(run.createdAt),
    started_at: isoTimestampOrNull(run.startedAt),
    finished_at: isoTimestampOrNull(run.finishedAt),
  }
}

/** Converts a row that was not stored to its documented JSON. */
export function presentImportError({
  row,
  email,
  problems,
}: ResultOf<typeof CUSTOMER_IMPORT_ERROR>): components['schemas']['CustomerImportError'] {
  const found = problems.map(({ field, problem }) => ({
    field: nameOf(field?.at(-1) ?? 'row'),
    predicate: problem ?? 'is invalid',
  }))
  const [first = { field: 'row', predicate: 'is invalid' }] = found
  return {
    row,
    email,
    message: restMessage(subjectMessage(first)),
    errors: Object.fromEntries(found.map(({ field, predicate }) => [field, [predicate]])),
  }
}

const nameOf = (field: string): string =>
  (CUSTOMER_FIELDS as Record<string, string>)[field] ?? snakeCase(field)
