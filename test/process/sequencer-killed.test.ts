import { beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { recordEvents } from '../../src/events/record.ts'
import { TIMEOUT_MS } from '../support/database.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { run, type Program } from '../support/program.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

/** How often each of the processes is killed while they number one organization. Default 100, or `STORM_KILLS`. */
const KILLS = Number(process.env.STORM_KILLS ?? 100)
/** Number of events recorded between two kills of a process. */
const EVENTS_A_KILL = 20
const PROCESSES = 2
/** More than the four that a process numbers in transactions of their own. */
const MANY = 12

const app = useApp()

// Only the killed processes number.
beforeAll(() => app.services.sequencer.close())

/** Creates organizations with a webhook each. */
async function organizations(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const tenant = await createTenant(app)
    await createWebhook(app, tenant, { url: 'https://receiver.example/', events: ['post_created'] })
    ids.push(tenant.organization.id)
  }
  return ids
}

const rows = async <Row extends object>(text: string, ids: readonly number[]) =>
  (await app.database.pool.query<Row>(text, [ids])).rows
const countOf = async (table: string, ids: readonly number[]) =>
  (
    await rows<{ count: number }>(
      `select count(*)::int as count from ${table} where organization_id = any($1)`,
      ids,
    )
  )[0]?.count ?? 0

/** Records events of the organizations in turn until `isOver`. Returns their number. */
async function record(database: Database, ids: readonly number[], isOver: () => boolean): Promise<number> {
  let count = 0
  for (; !isOver(); count++) {
    const organizationId = ids[count % ids.length] ?? 0
    await inTransaction(database.kysely, (tx) =>
      recordEvents(tx, [
        { organizationId, actor: SYSTEM, type: 'post_created', subjectId: count, snapshot: {} },
      ]),
    )
  }
  return count
}

const start = (): Program => run('test/support/run-sequencer.ts', { DATABASE_URL: app.database.url })

/** Kills a process and starts the next one, several times. Returns the last one. */
async function killRepeatedly(ids: readonly number[], times: number): Promise<Program> {
  let next = start()
  for (let kills = 0; kills < times; kills++) {
    const program = next
    await program.started
    // Starts while the other one works.
    next = start()
    const before = await countOf('event_order', ids)
    await expect.poll(() => countOf('event_order', ids)).toBeGreaterThan(before + EVENTS_A_KILL)
    program.process.kill('SIGKILL')
    await program.ended
  }
  return next
}

/** Records events while processes that number them are killed. Returns the number of events. */
async function recordWhileKilling(ids: readonly number[], times: number): Promise<number> {
  const writers = await openDatabase({ url: app.database.url, max: 4, timeoutMs: TIMEOUT_MS })
  let isOver = false
  const writing = [record(writers, ids, () => isOver), record(writers, ids, () => isOver)]
  const last = await Promise.all(Array.from({ length: PROCESSES }, () => killRepeatedly(ids, times)))
  isOver = true
  const [one = 0, other = 0] = await Promise.all(writing)
  await expect.poll(() => countOf('event_box', ids)).toBe(0)
  last.forEach((program) => program.process.kill('SIGKILL'))
  await Promise.all(last.map(({ ended }) => ended))
  await writers.close()
  return one + other
}

/** Returns the number of transactions that numbered events of several organizations. */
async function sharedTransactions(ids: readonly number[]): Promise<number> {
  const found = await rows(
    `select xmin::text from event_order where organization_id = any($1)
      group by 1 having count(distinct organization_id) > 1`,
    ids,
  )
  return found.length
}

type Numbered = { organization: number; number: number; event: number }

test.for([
  ['one organization', 1, KILLS],
  ['many organizations', MANY, Math.ceil(KILLS / 5)],
] as const)(
  'processes killed while they number %s leave neither gap nor repetition',
  async ([, count, kills]) => {
    const ids = await organizations(count)
    const recorded = await recordWhileKilling(ids, kills)
    const order = await rows<Numbered>(
      `select organization_id as organization, number, event_id as event from event_order
      where organization_id = any($1) order by organization_id, number`,
      ids,
    )
    expect(order).toHaveLength(recorded)
    expect(new Set(order.map(({ event }) => event)).size).toBe(recorded)
    const deliveries = await rows<Omit<Numbered, 'event'>>(
      `select organization_id as organization, event_position as number from deliveries
      where organization_id = any($1) order by organization_id, due_at, event_position, event_id`,
      ids,
    )
    expect(deliveries).toEqual(order.map(({ organization, number }) => ({ organization, number })))
    for (const [, numbers] of Map.groupBy(order, ({ organization }) => organization)) {
      const first = numbers[0]?.number ?? 0
      expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => first + index))
    }
    expect(await sharedTransactions(ids)).toBe(0)
  },
)
