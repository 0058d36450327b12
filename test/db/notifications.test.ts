import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { Notifications, notify, type Channel } from '../../src/db/history/notifications.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { killConnections, until } from '../support/fixtures/log-events.ts'

let database: TestDatabase
let listening: Database
const statements: string[] = []
let notifications: Notifications | undefined

beforeAll(async () => {
  database = await createDatabase((text) => statements.push(text))
  const url = new URL(database.url)
  url.searchParams.set('application_name', 'listening')
  listening = await openDatabase({ url: url.href, max: 1 })
})
afterEach(() => notifications?.close())
afterAll(async () => {
  await listening.close()
  await database.drop()
})

/** Adds listeners and returns the number of notifications of each channel, once the connection listens. */
async function listen<Name extends Channel>(...names: Name[]) {
  notifications = new Notifications(listening.pool)
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  for (const name of names) notifications.on(name, () => counts[name]++)
  // Every listener is called once at its start, because it may have missed a notification.
  await until(() => names.every((name) => counts[name] > 0))
  return counts
}

test('a notification of another process arrives, at listeners of its channel only', async () => {
  const counts = await listen('events', 'deliveries')
  const before = { ...counts }
  notify(database.kysely, 'events')
  await until(() => counts.events > before.events)
  expect(counts.deliveries).toBe(before.deliveries)
})

test('a removed listener is not called', async () => {
  const counts = await listen('events')
  let count = 0
  notifications?.on('events', () => count++)()
  notify(database.kysely, 'events')
  await until(() => counts.events > 1)
  expect(count).toBe(0)
})

test('a lost connection is replaced, every listener is called once, and notifications arrive again', async () => {
  const counts = await listen('events')
  const before = counts.events
  expect(await killConnections(database.kysely, 'listening')).toBeGreaterThan(0)
  await until(() => counts.events > before)
  const again = counts.events
  notify(database.kysely, 'events')
  await until(() => counts.events > again)
})

test('many concurrent notifications are combined', async () => {
  const counts = await listen('events', 'deliveries', 'attempts')
  const before = { ...counts }
  statements.length = 0
  for (let count = 0; count < 1000; count++)
    for (const name of ['events', 'deliveries', 'attempts'] as const) notify(database.kysely, name)
  await until(() => counts.attempts > before.attempts && counts.deliveries > before.deliveries)
  expect(statements.filter((text) => text.includes('pg_notify')).length).toBeLessThanOrEqual(3)
})

test('a notification on an unreachable database stops nothing', async () => {
  const gone = await openDatabase({ url: database.url, max: 1 })
  await gone.close()
  notify(gone.kysely, 'events')
  const counts = await listen('events')
  notify(database.kysely, 'events')
  await expect.poll(() => counts.events).toBeGreaterThan(1)
})

test('a connection whose server process falls silent is replaced, and notifications arrive again', async () => {
  const counts = await listen('events')
  const sessions = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'listening' and query like '%listen%'",
    )
    return rows.map((row) => row.pid)
  }
  // The sessions of the tests before may take a moment to end.
  let pid = 0
  await expect.poll(async () => ([pid = 0] = await sessions())).toHaveLength(1)
  process.kill(pid, 'SIGSTOP')
  try {
    const before = counts.events
    // Every listener is called once when the connection listens again. Nothing arrives before.
    await expect.poll(() => counts.events).toBeGreaterThan(before)
    const again = counts.events
    notify(database.kysely, 'events')
    await until(() => counts.events > again)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})
