import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { isUnreachable } from '../../src/db/is-unreachable.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { killConnections } from '../support/log-events.ts'

let database: TestDatabase
let lost: Database

beforeAll(async () => {
  database = await createDatabase()
  const url = new URL(database.url)
  url.searchParams.set('application_name', 'lost')
  lost = await openDatabase({ url: url.href, max: 1 })
})
afterAll(async () => {
  await lost.close()
  await database.drop()
})

const works = async () => (await sql`select 1 as one`.execute(lost.kysely)).rows

test('a connection that is lost between two statements of a transaction fails that transaction only', async () => {
  const work = lost.kysely.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    expect(await killConnections(database.kysely, 'lost')).toBe(1)
    // The loss is heard while nothing runs.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await sql`select 1`.execute(tx)
  })
  await expect(work).rejects.toThrow()
  expect(await works()).toEqual([{ one: 1 }])
})

test('a connection that is lost at rest is replaced', async () => {
  await works()
  expect(await killConnections(database.kysely, 'lost')).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await works()).toEqual([{ one: 1 }])
})

test.each(['a raw query', 'a read'])(
  '%s of Prisma whose connection is ended says that the database is away',
  async (name) => {
    const client = await database.pool.connect()
    await client.query('begin; lock table posts in access exclusive mode')
    const failed = (
      name === 'a read'
        ? database.prisma.post.findMany({ where: { organizationId: 1 } })
        : database.prisma.$queryRaw`select from posts`
    ).then(
      () => null,
      (error: unknown) => error,
    )
    const waiting = async () =>
      (
        await database.pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rowCount
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    )
    client.release(true)
    expect(isUnreachable(await failed)).toBe(true)
  },
)
