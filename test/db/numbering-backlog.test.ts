import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Notifications } from '../../src/db/notifications.ts'
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
      numberTogether: (organizationIds) => Promise.all(organizationIds.map(number)),
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
    numberTogether: () => Promise.resolve(null),
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
