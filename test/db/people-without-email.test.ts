import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPeopleOfImports } from '../../src/moving/transfer/people-of-imports.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

test('people without an e-mail address are read in the order of their list', async () => {
  const statements: CompiledQuery[] = []
  const log = {
    executeQuery: (query: CompiledQuery) => (statements.push(query), { rows: [] }),
    withoutPlugins: () => log,
  }
  await listPeopleOfImports(log as never, 1, { page: { first: 10 } })
  const [{ sql: text, parameters } = { sql: '', parameters: [] }] = statements
  const plan = await database.kysely.transaction().execute(async (tx) => {
    for (const setting of ['enable_seqscan', 'enable_sort', 'enable_hashagg', 'enable_hashjoin'])
      await tx.executeQuery(CompiledQuery.raw(`set local ${setting} = off`))
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))
    return JSON.stringify(rows)
  })
  expect(plan).toContain('users_without_email')
})
