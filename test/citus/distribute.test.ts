import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distribute, describeDistribution } from '../../src/db/sharding/distribute.ts'
import { listTenantTables, REFERENCE_TABLES } from '../../src/db/sharding/tenant-tables.ts'
import { compactRevisions, createRevisions } from '../../src/db/history/revisions.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { claimQueues } from '../../src/delivery/claim-queues.ts'
import { renewLeases, returnQueues } from '../../src/delivery/queues.ts'
import { roomBeside } from '../../src/delivery/shares.ts'
import { keyringOf } from '../../src/lib/crypto/encryption.ts'
import { createOrganization } from '../../src/modules/organizations/create-organization.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { MIGRATIONS } from '../support/global-setup.ts'
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

describe('a migration of several statements', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'echolog-migrations-'))
    await cp(MIGRATIONS, directory, { recursive: true })
  })
  afterAll(() => rm(directory, { recursive: true }))

  const add = async (name: string, sql: string) => {
    await mkdir(join(directory, name))
    await writeFile(join(directory, name, 'migration.sql'), sql)
  }

  test('applies, and its table, function and aggregate are distributed by the next call', async () => {
    await add(
      '0002_notes',
      `alter table posts add column notes text;
       create table notes (organization_id int not null, post_id int not null, body text, primary key (organization_id, post_id),
         foreign key (organization_id, post_id) references posts (organization_id, id) not valid);
       create function note_of(text) returns text language sql immutable return 'note; ' || $1;
       create aggregate first_note (text) (sfunc = coalesce_notes, stype = text);
       update posts set notes = note_of(title);`.replace(
        'create aggregate',
        `create function coalesce_notes(text, text) returns text language sql immutable return coalesce($1, $2);
       create aggregate`,
      ),
    )
    await migrate({ url: database.url, migrationsDir: directory })
    await expect(describeDistribution(database.kysely)).rejects.toThrow('notes are on the coordinator only')
    expect(await distribute(database.kysely, { shards: 8 })).toMatchObject({ distributed: ['notes'] })
    expect(await describeDistribution(database.kysely)).toMatch(/^Citus/)
    const { rows } = await database.pool.query<{ there: string }>(
      `select result as there from run_command_on_workers('select count(*) from pg_proc where proname in
        (''note_of'', ''first_note'', ''concat_documents'', ''waiting_lanes'', ''store_results'')')`,
    )
    expect(rows.map(({ there }) => there)).toEqual(['5', '5'])
  })

  test('leaves nothing if it fails', async () => {
    await add('0003_failing', 'alter table posts add column more text; insert into missing values (1);')
    await expect(migrate({ url: database.url, migrationsDir: directory })).rejects.toThrow(
      'Nothing of it was applied',
    )
    const { rows } = await database.pool.query("select 1 from pg_attribute where attname = 'more'")
    expect(rows).toEqual([])
  })
})
