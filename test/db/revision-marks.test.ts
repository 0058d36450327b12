import { afterAll, beforeAll, expect, test } from 'vitest'
import { compactRevisions, createRevisions } from '../../src/db/history/revisions.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { shareAsDistributed } from '../support/distributed.ts'

let database: TestDatabase
const organizationId = 1

beforeAll(async () => {
  database = await createDatabase()
  await database.pool.query(
    `insert into organizations (id, slug, name, sso_key_ciphertext) values ($1, 'one', 'One', '')`,
    [organizationId],
  )
})
afterAll(() => database.drop())

const countOf = async () => Number((await createRevisions(database).of(organizationId)).split('/').at(-1))
const compactAll = async () => {
  while ((await compactRevisions(database.kysely)) > 0);
}

/** Writes twice in a transaction, after `prepare` in the same one. */
async function writeTwice(prepare: (id: string) => string): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
    const id = rows[0]?.id ?? ''
    await client.query(prepare(id))
    for (const name of ['One', 'Two'])
      await client.query(`insert into tags (organization_id, name, color) values ($1, $2, '#000000')`, [
        organizationId,
        `${name} ${id}`,
      ])
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('a transaction counts once, before and after its mark is compacted', async () => {
  const before = await countOf()
  await writeTwice(() => 'select')
  expect(await countOf()).toBe(before + 1)
  await compactAll()
  expect(await countOf()).toBe(before + 1)
})

// Rows that are moved to another server of a distributed database bring their marks with them. A mark
// without a server has the number of an earlier version.
test('a transaction counts beside the mark of another server with its id', async () => {
  const before = await countOf()
  await writeTwice(
    (id) => `insert into revision_marks (organization_id, transaction) values (${organizationId}, ${id})`,
  )
  expect(await countOf()).toBe(before + 2)
  await compactAll()
  expect(await countOf()).toBe(before + 2)
})

test('a distributed database has the same revisions, and no statement of them reads the lineage too', async () => {
  const sent: string[] = []
  const distributed = await shareAsDistributed(database, (text) => sent.push(text))
  const revision = await createRevisions(distributed).of(organizationId)
  await distributed.drop()
  expect(revision).toBe(await createRevisions(database).of(organizationId))
  const counts = sent.filter((text) => text.includes('revision_marks'))
  expect(counts).toHaveLength(1)
  expect(counts.filter((text) => text.includes('filepath'))).toEqual([])
})
