import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { exportOptions } from '../../../src/moving/export/options.ts'
import { withExport, type OpenExport } from '../../../src/moving/export/write-export.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { customers, submit } from '../../support/fixtures/people.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../../support/use.ts'
import { exported, PSEUDONYMS, textsOf } from './export.ts'

const app = useApp()
const tenant = useTenant(app)

function open<T>(use: (open: OpenExport) => Promise<T>, organizationId = tenant.organization.id): Promise<T> {
  const context = { db: app.database.kysely, pseudonyms: PSEUDONYMS }
  return withExport(context, { organizationId, options: exportOptions() }, use)
}

test('an export while writers write is that of the moment of its start', async () => {
  const { ann } = await customers(app, tenant, 'ann')
  const first = await submit(app, ann, 'First')
  for (let number = 2; number < 30; number++) await submit(app, ann, `Post ${number}`)
  const before = await textsOf(await exported(app, tenant.organization.id))
  const archive = await open(async ({ bytes }) => {
    const chunks: Buffer[] = []
    for await (const chunk of bytes) {
      if (chunks.length === 0) {
        await submit(app, ann, 'Later')
        const { kysely } = app.database
        await kysely.updateTable('posts').set({ title: 'Changed' }).where('id', '=', Number(first)).execute()
        await kysely.deleteFrom('votes').where('organizationId', '=', tenant.organization.id).execute()
      }
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  })
  const files = await openBytes('export.zip', memoryBytes(archive))
  expect(await textsOf({ fileName: '', archive, files })).toEqual(before)
  const after = await textsOf(await exported(app, tenant.organization.id))
  expect(after['posts.jsonl']).toContain('"Later"')
  expect(after['votes.jsonl']).not.toEqual(before['votes.jsonl'])
})

test('its transaction has no id, so that it holds back no events', async () => {
  const ids = await open(async ({ bytes }) => {
    for await (const chunk of bytes) expect(chunk.length).toBeGreaterThan(0)
    const { rows } = await app.database.pool.query<{ id: string | null }>(
      `select backend_xid::text as id from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`,
    )
    return rows.map(({ id }) => id)
  })
  expect(ids).toContain(null)
  expect(ids.filter((id) => id !== null)).toEqual([])
})

test('an organization has one export at a time, and others have their own', async () => {
  const other = await createTenant(app)
  await open(async () => {
    await expect(open(async () => 'second')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await open(async () => 'other', other.organization.id)).toBe('other')
  })
  expect(await open(async () => 'after')).toBe('after')
})

/** Terminates the sessions that write exports, and waits until they have released their locks. */
async function terminateExports(): Promise<void> {
  const locks = `from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`
  const { pool } = app.database
  const { rows } = await pool.query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from (select distinct pid ${locks}) as holding`,
  )
  const pids = rows.map(({ pid }) => pid)
  const left = async () => (await pool.query(`select ${locks} and pid = any($1)`, [pids])).rowCount
  await expect.poll(left).toBe(0)
}

test('an export that is read no further ends, and an error of the database reaches the reader', async () => {
  await expect(
    open(async ({ bytes }) => {
      for await (const chunk of bytes) throw new Error(`the sink is full after ${chunk.length > 0}`)
    }),
  ).rejects.toThrow('the sink is full')
  await expect(
    open(async ({ bytes }) => {
      let isFirst = true
      for await (const chunk of bytes) {
        expect(chunk).toBeDefined()
        if (!isFirst) continue
        isFirst = false
        await terminateExports()
      }
    }),
  ).rejects.toThrow()
  expect(await open(async () => 'free')).toBe('free')
})

test('an unknown organization is not found', async () => {
  await expect(open(async () => 'none', 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

const LENGTH = 80_000
const POSTS = 400

test('reads no more than a page ahead of a slow reader', async () => {
  const large = await createTenant(app)
  const { id: organizationId } = large.organization
  const first = await submit(app, large.key, 'Template')
  const { rows } = await app.database.pool.query<{ n: number }>(
    `with copies as (insert into posts (organization_id, id, slug, title, description_html, bucket_id, status_id, submitter_id)
      select organization_id, id + n, 'copy-' || n, 'Copy', left($3 || md5(n::text) || $4, $5), bucket_id, status_id, submitter_id
      from posts, generate_series(1, $6::int) n where organization_id = $1 and id = $2 returning 1)
      select count(*)::int as n from copies`,
    [organizationId, first, '', randomBytes(LENGTH).toString('base64'), LENGTH, POSTS],
  )
  expect(rows[0]?.n).toBe(POSTS)
  let [written, ahead, rowsRead] = [0, 0, 0]
  const context = { db: app.database.kysely, pseudonyms: PSEUDONYMS }
  const request = {
    organizationId,
    options: exportOptions(),
    onProgress: (count: number) => (rowsRead = count),
  }
  await withExport(context, request, async ({ bytes }) => {
    for await (const chunk of bytes) {
      // Base64 is compressed to three quarters.
      ahead = Math.max(ahead, rowsRead * LENGTH * 0.75 - written)
      written += chunk.length
    }
  })
  expect(rowsRead).toBeGreaterThan(POSTS)
  expect(written).toBeGreaterThan(POSTS * LENGTH * 0.7)
  expect(ahead).toBeLessThan(40 * LENGTH)
})
