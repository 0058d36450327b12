import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  followBySocket,
  followByStream,
  FOUR_KB,
  happen,
  NUMBERED,
  numbersOf,
  upTo,
} from '../support/fixtures/numbered-events.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { subscriptionsOpen, until } from '../support/clients/sockets.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

test.each([
  ['of frames of 4 kB', 500, FOUR_KB],
  ['of frames of 100 kB', 60, 'y'.repeat(100_000)],
  ['of more frames than the queue holds', 3_000, ''],
])(
  'a burst %s in one transaction reaches active readers complete and in order',
  async (_name, count, filling) => {
    const tenant = await createTenant(app)
    const sockets = await Promise.all(upTo(5).map(() => followBySocket(app, tenant)))
    const stream = await followByStream(app, tenant)
    await subscriptionsOpen(app, 5)
    await happen(app, tenant, 0, count, filling)
    await until(() =>
      [...sockets.map((each) => each.results('1')), stream.results()].every((all) => all.length >= count),
    )
    for (const { closed, results } of sockets) {
      expect(closed).toBeNull()
      expect(numbersOf(results('1'))).toEqual(upTo(count))
    }
    expect(numbersOf(stream.results())).toEqual(upTo(count))
    for (const { socket } of sockets) socket.close()
    stream.close()
  },
)

test('events reach active readers while a transaction stays open', async () => {
  const tenant = await createTenant(app)
  const client = await followBySocket(app, tenant)
  const stream = await followByStream(app, tenant)
  await subscriptionsOpen(app, 1)
  const other = await app.services.db.startTransaction().execute()
  await sql`select pg_current_xact_id()`.execute(other)
  for (let from = 0; from < 400; from += 20) await happen(app, tenant, from, 20)
  await until(() => client.results('1').length >= 400 && stream.results().length >= 400)
  await other.commit().execute()
  expect(numbersOf(client.results('1'))).toEqual(upTo(400))
  expect(numbersOf(stream.results())).toEqual(upTo(400))
  client.socket.close()
  stream.close()
})

test('a slow reader that keeps reading receives every event, and does not delay others', async () => {
  const tenant = await createTenant(app)
  const [slow, fast] = await Promise.all([followBySocket(app, tenant), followBySocket(app, tenant)])
  await subscriptionsOpen(app, 2)
  let reading = true
  const readInBits = async () => {
    for (; reading; await new Promise((resolve) => setTimeout(resolve, 20))) {
      slow.socket.resume()
      await new Promise((resolve) => setTimeout(resolve, 2))
      slow.socket.pause()
    }
    slow.socket.resume()
  }
  const bits = readInBits()
  for (let from = 0; from < 3_000; from += 500) await happen(app, tenant, from, 500)
  await until(() => fast.results('1').length >= 3_000)
  expect(numbersOf(fast.results('1'))).toEqual(upTo(3_000))
  await until(() => slow.results('1').length >= 3_000)
  reading = false
  await bits
  expect(slow.closed).toBeNull()
  expect(numbersOf(slow.results('1'))).toEqual(upTo(3_000))
  for (const { socket } of [slow, fast]) socket.close()
})

test('every subscription of a socket receives the whole burst', async () => {
  const tenant = await createTenant(app)
  const client = await followBySocket(app, tenant)
  const ids = ['1', '2', '3', '4', '5', '6']
  for (const id of ids.slice(1))
    client.subscribe(id, `${NUMBERED} # ${id}`.replace('type', id === '2' ? 'type' : ''))
  await subscriptionsOpen(app, 6)
  await happen(app, tenant, 0, 500)
  await until(() => ids.every((id) => client.results(id).length >= 500))
  for (const id of ids) expect(numbersOf(client.results(id))).toEqual(upTo(500))
  client.socket.close()
})
