import { beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../src/events/actor.ts'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { recordEvents } from '../../src/events/record.ts'
import { TIMEOUT_MS } from '../support/database.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { run, type Program } from '../support/program.ts'
import { useApp, useTenant } from '../support/use.ts'

/** How often each of the processes is killed. Default 100, or `STORM_KILLS`. */
const KILLS = Number(process.env.STORM_KILLS ?? 100)
/** Number of events recorded between two kills of a process. */
const EVENTS_A_KILL = 20
const PROCESSES = 2

const app = useApp()
const tenant = useTenant(app)
let webhookId: number

beforeAll(async () => {
  // Only the killed processes number.
  await app.services.sequencer.close()
  const webhook = await createWebhook(app, tenant, {
    url: 'https://receiver.example/',
    events: ['post_created'],
  })
  webhookId = webhook.id
})

const rows = async <Row extends object>(text: string) =>
  (await app.database.pool.query<Row>(text, [tenant.organization.id])).rows
const countOf = async (table: string) =>
  (await rows<{ count: number }>(`select count(*)::int as count from ${table} where organization_id = $1`))[0]
    ?.count

/** Records events one after another until `isOver`. Returns their number. */
async function record(database: Database, isOver: () => boolean): Promise<number> {
  const { id: organizationId } = tenant.organization
  let count = 0
  for (; !isOver(); count++)
    await inTransaction(database.kysely, (tx) =>
      recordEvents(tx, [
        { organizationId, actor: SYSTEM, type: 'post_created', subjectId: count, snapshot: {} },
      ]),
    )
  return count
}

test('processes killed while they number one organization leave neither gap nor repetition', async () => {
  const writers = await openDatabase({ url: app.database.url, max: 4, timeoutMs: TIMEOUT_MS })
  const start = (): Program => run('test/support/run-sequencer.ts', { DATABASE_URL: app.database.url })
  let isOver = false
  const writing = [record(writers, () => isOver), record(writers, () => isOver)]
  const last: Program[] = []
  const killRepeatedly = async () => {
    let next = start()
    for (let kills = 0; kills < KILLS; kills++) {
      const program = next
      await program.started
      // Starts while the other one works.
      next = start()
      const before = (await countOf('event_order')) ?? 0
      await expect.poll(() => countOf('event_order')).toBeGreaterThan(before + EVENTS_A_KILL)
      program.process.kill('SIGKILL')
      await program.ended
    }
    last.push(next)
  }
  await Promise.all(Array.from({ length: PROCESSES }, killRepeatedly))
  isOver = true
  const [one = 0, other = 0] = await Promise.all(writing)
  await expect.poll(() => countOf('event_box')).toBe(0)
  last.forEach((program) => program.process.kill('SIGKILL'))
  await Promise.all(last.map(({ ended }) => ended))
  await writers.close()

  const order = await rows<{ number: number; id: number }>(
    'select number, event_id as id from event_order where organization_id = $1 order by number',
  )
  expect(order).toHaveLength(one + other)
  expect(new Set(order.map(({ id }) => id)).size).toBe(order.length)
  const first = order[0]?.number ?? 0
  expect(order.map(({ number }) => number)).toEqual(order.map((_, index) => first + index))
  const deliveries = await rows<{ position: number }>(
    `select event_position as position from deliveries where organization_id = $1 and webhook_id = ${webhookId}
      order by due_at, event_position, event_id`,
  )
  expect(deliveries.map(({ position }) => position)).toEqual(order.map(({ number }) => number))
})
