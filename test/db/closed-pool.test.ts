import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { killConnections } from '../support/fixtures/log-events.ts'

let database: TestDatabase
let proxy: Server
/** Whether the server does not receive the end of a connection. */
let isDropping = false

beforeAll(async () => {
  database = await createDatabase()
  const { port, hostname } = new URL(database.url)
  proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(Number(port || 5432), hostname)
    for (const socket of [client, server]) socket.on('error', () => {})
    // Terminate (PostgreSQL 54.7) and the end of the stream do not arrive.
    client.on(
      'data',
      (chunk: Buffer) => (isDropping && chunk[0] === 'X'.charCodeAt(0)) || server.write(chunk),
    )
    client.on('end', () => isDropping || server.end())
    server.on('data', (chunk: Buffer) => client.write(chunk)).on('close', () => client.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  proxy.close()
  await database.drop()
})

/** Opens a pool with one idle connection. Returns the reasons of lost connections with it. */
async function openIdle() {
  const url = new URL(database.url)
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  url.searchParams.set('application_name', 'closing')
  const lost: string[] = []
  const opened = await openDatabase({ url: url.href, max: 1, onLost: ({ message }) => lost.push(message) })
  let ended: Promise<unknown> = Promise.resolve()
  opened.pool.once('connect', (client) => (ended = new Promise((resolve) => client.once('end', resolve))))
  await sql`select 1`.execute(opened.kysely)
  return {
    opened,
    lost,
    end: async () => {
      await killConnections(database.kysely, 'closing')
      await ended
    },
  }
}

test('a connection that the server ends after the pool was closed is not reported as lost', async () => {
  const { opened, lost, end } = await openIdle()
  isDropping = true
  const closed = opened.close()
  await end()
  await closed
  isDropping = false
  expect(lost).toEqual([])
})

test('a connection that the server ends while the pool is open is reported as lost', async () => {
  const { opened, lost, end } = await openIdle()
  await end()
  expect(lost).toEqual([expect.stringContaining('terminating connection')])
  await opened.close()
})
