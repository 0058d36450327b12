import { afterAll, beforeAll, expect, test } from 'vitest'
import { distribute, describeDistribution } from '../../src/db/sharding/distribute.ts'
import { listTenantTables, REFERENCE_TABLES } from '../../src/db/sharding/tenant-tables.ts'
import { compactRevisions, createRevisions } from '../../src/db/history/revisions.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { claimQueues } from '../../src/delivery/claim-queues.ts'
import { renewLeases, returnQueues } from '../../src/delivery/queues.ts'
import { roomBeside } from '../../src/delivery/shares.ts'
import { keyringOf } from '../../src/lib/crypto/encryption.ts'
import { createOrganization } from '../../src/modules/organizations/create-organization.ts'
import { createCitusDatabase, type CitusDatabase } from './support.ts'

// Runs only with TEST_CITUS_URL, the coordinator of a cluster with at least two workers.

let database: CitusDatabase

beforeAll(async () => {
  database = await createCitusDatabase()
})
afterAll(() => database.drop())

const organizationOf = (slug: string) =>
  inTransaction(database.kysely, (tx) =>
    createOrganization(tx, keyringOf(Buffer.alloc(32, 1)), { slug, name: slug }),
  )

test('distributes every table of organizations, and the second time none', async () => {
  await organizationOf('earlier')
  const keysBefore = await foreignKeys()
  const first = await distribute(database.kysely, { shards: 8 })
  expect(first.copied).toEqual([...REFERENCE_TABLES])
  expect(first.distributed).toEqual(await listTenantTables(database.kysely))
  expect(await distribute(database.kysely, { shards: 8 })).toMatchObject({ copied: [], distributed: [] })
  expect(await describeDistribution(database.kysely)).toMatch(/^Citus/)
  expect(await foreignKeys()).toEqual(keysBefore)
})

test('writes of an organization count in its revision, and are compacted without a change of it', async () => {
  const { organization } = await organizationOf('revisions')
  const revisions = createRevisions(database)
  const before = await revisions.of(organization.id)
  await database.kysely
    .insertInto('tags')
    .values({ organizationId: organization.id, name: 'Tag', color: '#000000' })
    .execute()
  const after = await revisions.of(organization.id)
  expect(after).not.toBe(before)
  while ((await compactRevisions(database.kysely)) > 0);
  expect(await revisions.of(organization.id)).toBe(after)
})

test('queues of several organizations are claimed once, renewed and returned', async () => {
  const slugs = Array.from({ length: 20 }, (_, index) => `queue-${index}`)
  for (const slug of slugs) {
    const { organization } = await organizationOf(slug)
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into webhooks (organization_id, url, events) values ($1, 'https://receiver.example', '{}') returning id`,
      [organization.id],
    )
    await database.pool.query(
      'insert into webhook_lanes (organization_id, webhook_id, due_at) values ($1, $2, now())',
      [organization.id, rows[0]?.id],
    )
  }
  const room = roomBeside([], 100)
  const claimed = await Promise.all(['one', 'two'].map((owner) => claimQueues(database.kysely, owner, room)))
  expect(claimed.flat()).toHaveLength(slugs.length)
  expect(await renewLeases(database.kysely, 'one')).toHaveLength(claimed[0]?.length ?? -1)
  for (const owner of ['one', 'two']) await returnQueues(database.kysely, owner)
  expect(await claimQueues(database.kysely, 'three', room)).toHaveLength(slugs.length)
})

/** Names of foreign keys, without those of the parts on the coordinator. */
async function foreignKeys(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select conname as name from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace and conname !~ '_[0-9]{6}$' order by 1",
  )
  return rows.map(({ name }) => name)
}
