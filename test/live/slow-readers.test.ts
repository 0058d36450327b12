import { connect as connectTcp, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { recordEvents } from '../../src/events/record.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { readEvents } from '../support/event-streams.ts'
import { createTenant, type Tenant } from '../support/scenario.ts'
import { connect, until, type Client } from '../support/sockets.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const QUERY = 'subscription ($after: String) { events(after: $after) { id before } }'
const FILLING = 'x'.repeat(2_000)

/** Events of two kilobytes each unless told otherwise, their numbers in order, in one transaction. */
async function happen(tenant: Tenant, from: number, count: number, filling = FILLING): Promise<void> {
  const { db } = app.services
  const organizationId = tenant.organization.id
  await inTransaction(db, async (tx) => {
    const events = Array.from({ length: count }, (_, index) => ({
      organizationId,
      type: 'post_updated' as const,
      subjectId: 1,
      snapshot: {},
      before: { number: from + index, filling },
    }))
    await recordEvents(tx, events)
  })
}
const numbers = (client: Client | undefined) =>
  (client?.results('1') ?? []).map(({ data }) => data.events.before.number as number)
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)
const RUNS = 60
const RUN = 100

test(
  'a reader that stops reading is cut off, costs nobody anything, and resumes where it was',
  { timeout: 60_000 },
  async () => {
    const tenant = await createTenant(app)
    const fast = await Promise.all(Array.from({ length: 3 }, () => connect(app, tenant.key)))
    const slow = await connect(app, tenant.key)
    const stream = await readEvents(app, QUERY, tenant.key)
    for (const client of [...fast, slow]) client.subscribe('1', QUERY)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await happen(tenant, 0, 1)
    await slow.received(({ type }) => type === 'next')
    slow.socket.pause()
    const stalled = await stalledStream(tenant)
    global.gc?.()
    const before = process.memoryUsage()
    for (let count = 0; count < RUNS; count++) {
      await happen(tenant, 1 + count * RUN, RUN)
      await until(() => fast.every((client) => numbers(client).length >= 1 + (count + 1) * RUN))
    }
    const all = 1 + RUNS * RUN
    for (const client of fast) expect(numbers(client)).toEqual(upTo(all))
    await until(() => stream.results().length >= all)
    expect(stream.results().map(({ data }) => data.events.before.number as number)).toEqual(upTo(all))
    const after = process.memoryUsage()
    expect(after.external - before.external).toBeLessThan(40_000_000)

    slow.socket.resume()
    expect(await slow.end(10_000)).toEqual({
      code: 4290,
      reason: 'Too slow: resume after the last event you have',
    })
    const had = numbers(slow)
    expect(had).toEqual(upTo(had.length))
    expect(had.length).toBeLessThan(all)
    const again = await connect(app, tenant.key)
    again.subscribe('1', QUERY, { after: slow.results('1').at(-1)?.data.events.id })
    await until(() => numbers(again).length >= all - had.length, 20_000)
    expect(numbers(again)).toEqual(upTo(all - had.length, had.length))

    const rest = await stalled.readOn()
    expect(rest).toMatch(/ERROR_CODE_SLOW_READER[^\n]*\n\n\r\n/)
    expect(rest).not.toContain('event: complete')
    for (const client of [...fast, again]) client.socket.close()
    stream.close()
  },
)

test(
  'more at once than is kept waiting is read again from the log, in order',
  { timeout: 60_000 },
  async () => {
    const tenant = await createTenant(app)
    const query = 'subscription ($after: String) { events(after: $after) { id before } }'
    const clients = await Promise.all(Array.from({ length: 3 }, () => connect(app, tenant.key)))
    for (const client of clients) client.subscribe('1', query)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await happen(tenant, 0, 6_000, '')
    const late = await connect(app, tenant.key)
    await until(() => numbers(clients[0]).length > 0)
    late.subscribe('1', query, { after: clients[0]?.results('1')[0]?.data.events.id })
    const all = [...clients, late]
    await until(() => all.every((client) => numbers(client).length >= 5_999), 30_000)
    for (const client of clients) expect(numbers(client)).toEqual(upTo(6_000))
    expect(numbers(late)).toEqual(upTo(5_999, 1))
    for (const client of all) client.socket.close()
  },
)

test(
  'a hundred organizations, readers fast and slow: everybody gets their own, and all of it',
  { timeout: 60_000 },
  async () => {
    const tenants = await Promise.all(Array.from({ length: 100 }, () => createTenant(app)))
    const clients = await Promise.all(tenants.map((tenant) => connect(app, tenant.key)))
    for (const client of clients) client.subscribe('1', QUERY)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const isSlow = (index: number) => index % 3 === 0
    clients.forEach((client, index) => isSlow(index) && client.socket.pause())
    for (let round = 0; round < 5; round++)
      await Promise.all(tenants.map((tenant, index) => happen(tenant, index * 1_000 + round * 4, 4)))
    await until(() => clients.every((client, index) => isSlow(index) || numbers(client).length >= 20), 15_000)
    clients.forEach((client, index) => isSlow(index) && client.socket.resume())
    await until(() => clients.every((client) => numbers(client).length >= 20), 15_000)
    clients.forEach((client, index) => {
      expect(numbers(client)).toEqual(upTo(20, index * 1_000))
      client.socket.close()
    })
  },
)

/** A stream whose reader stops after the headers. */
async function stalledStream(tenant: Tenant): Promise<{ readOn(): Promise<string> }> {
  const { port, hostname } = new URL(app.url)
  const socket: Socket = connectTcp(Number(port), hostname)
  const body = JSON.stringify({ query: QUERY })
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nAPI-KEY: ${tenant.key['API-KEY']}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return {
    readOn: () =>
      new Promise((resolve) => {
        let text = ''
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
        socket.on('end', () => resolve(text))
        socket.on('error', () => resolve(text))
        socket.resume()
        setTimeout(() => socket.destroy(), 5_000).unref()
        socket.on('close', () => resolve(text))
      }),
  }
}
