import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { metricsText } from '../../src/server/metrics.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { usedMemory } from '../support/memory.ts'
import { followBySocket, followByStream, happen, numbersOf, upTo } from '../support/numbered-events.ts'
import { createTenant } from '../support/scenario.ts'
import { until } from '../support/sockets.ts'
import { stalledStream } from '../support/stalled-stream.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** How many readers were cut off. */
async function cutOff(): Promise<number> {
  const { text } = await metricsText()
  return [...text.matchAll(/^echolog_slow_readers_total\{.*\} (\d+)$/gm)].reduce(
    (sum, found) => sum + Number(found[1]),
    0,
  )
}
const ALL = 20_000
const RUN = 500
const STOPPED = 10

test('while 20,000 events pass, readers that stop cost little and nobody else anything; they are cut off, and resume', async () => {
  const tenant = await createTenant(app)
  const fast = await Promise.all(upTo(2).map(() => followBySocket(app, tenant)))
  const stream = await followByStream(app, tenant)
  const slow = await Promise.all(upTo(STOPPED).map(() => followBySocket(app, tenant)))
  const stalled = await stalledStream(app, tenant)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await happen(app, tenant, 0, 1)
  for (const client of slow) {
    await client.received(({ type }) => type === 'next')
    client.socket.pause()
  }
  const told = () => [...fast.map((client) => client.results('1')), stream.results()]
  const before = usedMemory()
  let most = 0
  const t0 = Date.now()
  const lap = (w: string) => console.log(w, Date.now() - t0)
  for (let from = 1; from < ALL; from += RUN) {
    await happen(app, tenant, from, Math.min(RUN, ALL - from))
    await until(() => told().every((results) => results.length >= Math.min(from + RUN, ALL)), 5_000)
    if (from % 4_000 === 1) most = Math.max(most, usedMemory() - before)
  }
  lap('passed')
  console.log('MOST', most)
  for (const results of told()) expect(numbersOf(results)).toEqual(upTo(ALL))
  // What the readers keep of each event is in it, too.
  expect(most).toBeLessThan((STOPPED + 1) * 1_000_000 + 3 * ALL * 400)

  await vi.waitUntil(async () => (await cutOff()) === STOPPED + 1, 12_000)
  lap('cut')
  for (const { socket } of slow) socket.resume()
  for (const client of slow)
    expect(await client.end()).toEqual({
      code: 4290,
      reason: 'Too slow: resume after the last event you have',
    })
  const [first] = slow
  const had = numbersOf(first?.results('1') ?? [])
  expect(had).toEqual(upTo(had.length))
  expect(had.length).toBeLessThan(ALL)
  const again = await followBySocket(app, tenant, first?.results('1').at(-1)?.data.events.id)
  await until(() => again.results('1').length >= ALL - had.length, 15_000)
  expect(numbersOf(again.results('1'))).toEqual(upTo(ALL - had.length, had.length))

  lap('resumed')
  const rest = await stalled.readOn()
  expect(rest).toMatch(/ERROR_CODE_SLOW_READER[^\n]*\n\n\r\n/)
  expect(rest).not.toContain('event: complete')
  for (const { socket } of [...fast, again]) socket.close()
  stream.close()
}, 60_000)

test('a hundred organizations, readers fast and slow: everybody gets their own, and all of it', async () => {
  const tenants = await Promise.all(upTo(100).map(() => createTenant(app)))
  const clients = await Promise.all(tenants.map((tenant) => followBySocket(app, tenant)))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const isSlow = (index: number) => index % 3 === 0
  clients.forEach((client, index) => isSlow(index) && client.socket.pause())
  for (let round = 0; round < 5; round++)
    await Promise.all(
      tenants.map((tenant, index) =>
        happen(app, tenant, index * 1_000 + round * 100, 100, 'z'.repeat(1_000)),
      ),
    )
  const has = (index: number) => (clients[index]?.results('1').length ?? 0) >= 500
  await until(() => upTo(100).every((index) => isSlow(index) || has(index)), 15_000)
  clients.forEach((client) => client.socket.resume())
  await until(() => upTo(100).every(has), 15_000)
  clients.forEach((client, index) => {
    expect(numbersOf(client.results('1'))).toEqual(upTo(500, index * 1_000))
    client.socket.close()
  })
}, 60_000)
