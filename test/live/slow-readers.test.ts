import { expect, test } from 'vitest'
import { applyRetention } from '../../src/events/retention.ts'
import { usedMemory } from '../support/memory.ts'
import {
  followBySocket,
  followByStream,
  happen,
  numbersOf,
  upTo,
} from '../support/fixtures/numbered-events.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { subscriptionsOpen, until } from '../support/clients/sockets.ts'
import { keepTimers } from '../support/faults/kept-timers.ts'
import { stalledStream } from '../support/faults/stalled-stream.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

/** Number of readers that were disconnected as too slow. */
async function disconnectedReaders(): Promise<number> {
  const { text } = await app.metrics.text()
  return [...text.matchAll(/^echolog_slow_readers_total\{.*\} (\d+)$/gm)].reduce(
    (sum, found) => sum + Number(found[1]),
    0,
  )
}
const ALL = 20_000
const RUN = 500
const STOPPED = 20
/**
 * How long a reader may receive nothing, how long the reason of its disconnection is sent, and how long it may not
 * answer a ping. In milliseconds.
 */
const [STALL_MS, LAST_WORDS_MS, PING_MS] = [10_000, 30_000, 30_000]

test('stopped readers cost little and delay no one over 20,000 events, are disconnected, and resume', async () => {
  keepTimers(LAST_WORDS_MS, PING_MS)
  const tenant = await createTenant(app)
  const fast = await Promise.all(upTo(2).map(() => followBySocket(app, tenant)))
  const stream = await followByStream(app, tenant)
  await subscriptionsOpen(app, 2)
  const resultsOfAll = () => [...fast.map((client) => client.results('1')), stream.results()]
  const pass = async (from: number, to: number) => {
    for (let next = from; next < to; next += RUN) {
      await happen(app, tenant, next, RUN)
      await until(() => resultsOfAll().every((results) => results.length >= next + RUN))
    }
  }
  await pass(0, 4_000)
  const first = await usedMemory()
  await pass(4_000, 12_000)
  const without = await usedMemory()

  const slow = await Promise.all(upTo(STOPPED).map(() => followBySocket(app, tenant)))
  const stalled = await stalledStream(app, tenant)
  await subscriptionsOpen(app, 2 + STOPPED)
  for (const { socket } of slow) socket.pause()
  let at = 12_000
  for (; at < ALL && (await disconnectedReaders()) <= STOPPED; at += RUN) await pass(at, at + RUN)
  const growth = (await usedMemory()) - without
  const ownGrowth = ((without - first) * (at - 12_000)) / 8_000
  expect(growth - ownGrowth).toBeLessThan((STOPPED + 1) * 1_000_000)

  await expect.poll(disconnectedReaders).toBe(STOPPED + 1)
  for (const { socket } of slow) socket.resume()
  for (const client of slow)
    expect(await client.end()).toEqual({
      code: 4290,
      reason: 'Too slow: resume after the last event you have',
    })
  const rest = await stalled.readOn()
  expect(rest).toMatch(/SLOW_READER[^\n]*\n\n\r\n/)
  expect(rest).not.toContain('event: complete')
  await pass(at, ALL)
  for (const results of resultsOfAll()) expect(numbersOf(results)).toEqual(upTo(ALL))

  const had = numbersOf(slow[0]?.results('1') ?? [])
  expect(had).toEqual(upTo(had.length, 12_000))
  expect(had.length).toBeLessThan(8_000)
  const again = await followBySocket(app, tenant, slow[0]?.results('1').at(-1)?.data.events.id)
  const left = upTo(8_000 - had.length, 12_000 + had.length)
  await until(() => again.results('1').length >= left.length)
  expect(numbersOf(again.results('1'))).toEqual(left)
  for (const { socket } of [...fast, again]) socket.close()
  stream.close()
})

test('fast and slow readers of a hundred organizations receive all events of their own organization', async () => {
  keepTimers(STALL_MS, PING_MS)
  const tenants = await Promise.all(upTo(100).map(() => createTenant(app)))
  const clients = await Promise.all(tenants.map((tenant) => followBySocket(app, tenant)))
  await subscriptionsOpen(app, 100)
  const isSlow = (index: number) => index % 3 === 0
  clients.forEach((client, index) => isSlow(index) && client.socket.pause())
  for (let round = 0; round < 5; round++)
    await Promise.all(
      tenants.map((tenant, index) =>
        happen(app, tenant, index * 1_000 + round * 100, 100, 'z'.repeat(1_000)),
      ),
    )
  const has = (index: number) => (clients[index]?.results('1').length ?? 0) >= 500
  await until(() => upTo(100).every((index) => isSlow(index) || has(index)))
  clients.forEach((client) => client.socket.resume())
  await until(() => upTo(100).every(has))
  clients.forEach((client, index) => {
    expect(numbersOf(client.results('1'))).toEqual(upTo(500, index * 1_000))
    client.socket.close()
  })
})

test('a reader whose position is no longer in the log is disconnected instead of losing events', async () => {
  keepTimers(STALL_MS, LAST_WORDS_MS, PING_MS)
  const tenant = await createTenant(app)
  const [client, fast] = await Promise.all([followBySocket(app, tenant), followBySocket(app, tenant)])
  await subscriptionsOpen(app, 2)
  client.socket.pause()
  for (let from = 0; from < 6_000; from += RUN) await happen(app, tenant, from, RUN)
  // The feed has passed the events to both readers.
  await until(() => fast.results('1').length >= 6_000)
  expect(numbersOf(fast.results('1'))).toEqual(upTo(6_000))
  fast.socket.close()
  await applyRetention(app.services.db, new Date(Date.now() + 60 * 86_400_000), 30 * 86_400_000)
  client.socket.resume()
  expect(await client.end()).toMatchObject({ code: 4290 })
  const had = numbersOf(client.results('1'))
  expect(had).toEqual(upTo(had.length))
  expect(had.length).toBeLessThan(6_000)
})
