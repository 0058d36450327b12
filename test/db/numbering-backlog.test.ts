import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Notifications } from '../../src/db/history/notifications.ts'
import { MAX_ORGANIZATIONS } from '../../src/events/heads.ts'
import { announceRecorded } from '../../src/events/recorded.ts'
import { PAUSE_MS } from '../../src/events/numbering-queue.ts'
import { Sequencer } from '../../src/events/sequencer.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.pool.query(
    `insert into organizations (id, slug, name, sso_key_ciphertext) values (1, 'one', 'One', '')`,
  )
})
afterEach(() => vi.useRealTimers())
afterAll(() => database.drop())

const ORGANIZATIONS = MAX_ORGANIZATIONS * 2 + 50

test('a backlog of more organizations than a poll returns is numbered without a pause', async () => {
  await database.pool.query(
    `insert into event_box (organization_id, event_id, created_at)
     select id, id, now() - interval '1 hour' from generate_series(1, $1) id`,
    [ORGANIZATIONS],
  )
  // The pause between two polls then never ends.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const numbered = new Set<number>()
  await new Promise<void>((resolve) => {
    const number = async (organizationId: number) => {
      const { rowCount } = await database.pool.query('delete from event_box where organization_id = $1', [
        organizationId,
      ])
      if (numbered.add(organizationId).size === ORGANIZATIONS) resolve(sequencer.close())
      return { numbered: rowCount ?? 0, queued: 0, more: false, busy: false }
    }
    const sequencer = new Sequencer({
      db: database.kysely,
      notifications: { on: () => () => {} } as unknown as Notifications,
      log: createLogger('silent'),
      number,
      onQueued: () => {},
    })
  })
  expect(numbered.size).toBe(ORGANIZATIONS)
})

test('writes in a row share a numbering, and a stop numbers the last of them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let numberings = 0
  const sequencer = new Sequencer({
    db: database.kysely,
    notifications: { on: () => () => {} } as unknown as Notifications,
    log: createLogger('silent'),
    number: () => {
      numberings++
      return Promise.resolve({ numbered: 1, queued: 0, more: false, busy: false })
    },
    onQueued: () => {},
  })
  for (let write = 0; write < 10; write++) {
    announceRecorded(database.kysely, 1)
    await setImmediate()
  }
  expect(numberings).toBe(1)
  vi.advanceTimersByTime(PAUSE_MS)
  await setImmediate()
  expect(numberings).toBe(2)
  announceRecorded(database.kysely, 1)
  await setImmediate()
  expect(numberings).toBe(2)
  await sequencer.close()
  expect(numberings).toBe(3)
})

/** Starts a sequencer that finds the events of several organizations. */
async function startWithBacklog(
  organizations: number,
  number: ConstructorParameters<typeof Sequencer>[0]['number'],
  log = createLogger('silent'),
): Promise<Sequencer> {
  await database.pool.query('delete from event_box')
  await database.pool.query(
    `insert into event_box (organization_id, event_id, created_at)
     select id, id, now() - interval '1 hour' from generate_series(1, $1) id`,
    [organizations],
  )
  const notifications = { on: () => () => {} } as unknown as Notifications
  return new Sequencer({ db: database.kysely, notifications, log, onQueued: () => {}, number })
}

test('a failure that lasts is logged once for all organizations', async () => {
  const lines: string[] = []
  const log = createLogger('silent')
  for (const level of ['error', 'warn', 'info'] as const)
    vi.spyOn(log, level).mockImplementation((...args: unknown[]) => void lines.push(String(args.at(-1))))
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  let failed = 0
  const fail = () => {
    failed++
    return Promise.reject(full)
  }
  const sequencer = await startWithBacklog(8, fail, log)
  // Several polls.
  await expect.poll(() => failed / 8).toBeGreaterThan(3)
  await sequencer.close()
  expect(lines).toHaveLength(1)
})

test('a stop numbers also organizations that have waited for a transaction', async () => {
  const done: number[] = []
  const begun = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const sequencer = await startWithBacklog(8, async (organizationId) => {
    begun.resolve()
    await stopped.promise
    done.push(organizationId)
    return { numbered: 1, queued: 0, more: false, busy: false }
  })
  await begun.promise
  const closing = sequencer.close()
  stopped.resolve()
  await closing
  expect(done.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
