import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDeliveries } from '../../src/modules/webhooks/deliveries/list-deliveries.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** Plan of the first statement of a list of the deliveries whose last response had a status. */
async function planOf(status: { min: number; max: number }): Promise<string> {
  const statements: CompiledQuery[] = []
  const log = {
    withoutPlugins: () => ({
      executeQuery: (query: CompiledQuery) => (statements.push(query), { rows: [] }),
    }),
  }
  await listDeliveries(log as never, 1, { filter: { status }, descending: true, page: { first: 10 } })
  const [{ sql: text, parameters } = { sql: '', parameters: [] }] = statements
  return database.kysely.transaction().execute(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))
    return JSON.stringify(rows)
  })
}

test('deliveries with a rare status of the response are found without reading all attempts', async () => {
  expect(await planOf({ min: 500, max: 599 })).toContain('organization_id_status_delivery_')
  expect(await planOf({ min: 200, max: 299 })).not.toContain('organization_id_status_delivery_')
})
