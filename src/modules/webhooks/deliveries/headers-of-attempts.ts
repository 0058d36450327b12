import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { AttemptRow } from './delivery-row.ts'

export type HeaderPair = [name: string, value: string]

type AttemptHeaders = {
  requestHeaders: HeaderPair[]
  responseHeaders: HeaderPair[]
  headersTruncated: boolean
}
type Key = Pick<AttemptRow, 'id' | 'deliveryId' | 'number' | 'createdAt'>

/**
 * Creates a loader of the headers of attempts, which are read only if they are selected, in one statement.
 * Empty for attempts without headers.
 */
export function headersOfAttempts(
  db: Db,
  organizationId: number,
): Pick<DataLoader<Key, AttemptHeaders>, 'load'> {
  return new DataLoader<Key, AttemptHeaders, number>(
    async (attempts) => {
      const rows = new Map((await readHeaders(db, organizationId, attempts)).map((row) => [row.id, row]))
      return attempts.map(({ id }) => {
        const row = rows.get(id)
        return {
          requestHeaders: row?.requestHeaders ?? [],
          responseHeaders: row?.responseHeaders ?? [],
          headersTruncated: row?.headersTruncated ?? false,
        }
      })
    },
    { cacheKeyFn: ({ id }) => id },
  )
}

type Row = { id: number } & { [Name in keyof AttemptHeaders]: AttemptHeaders[Name] | null }

/** Finds the rows by primary key, as no index starts with the id. */
async function readHeaders(db: Db, organizationId: number, attempts: readonly Key[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select attempt.id, request_headers as "requestHeaders", response_headers as "responseHeaders",
      headers_truncated as "headersTruncated"
    from unnest(${attempts.map(({ deliveryId }) => deliveryId)}::bigint[], ${attempts.map(({ number }) => number)}::int[],
      ${attempts.map(({ createdAt }) => createdAt)}::timestamptz[]) as wanted (delivery_id, number, created_at)
    join delivery_attempts as attempt on attempt.organization_id = ${organizationId}
      and attempt.delivery_id = wanted.delivery_id and attempt.number = wanted.number
      and attempt.created_at = wanted.created_at`.execute(db)
  return rows
}
