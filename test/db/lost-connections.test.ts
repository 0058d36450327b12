import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { isConnectionError } from '../../src/db/errors/connection-errors.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy } from '../support/faults/database-proxy.ts'
import { killConnections } from '../support/fixtures/log-events.ts'

let database: TestDatabase
let lost: Database

beforeAll(async () => {
  database = await createDatabase()
  const url = new URL(database.url)
  url.searchParams.set('application_name', 'lost')
  lost = await openDatabase({ url: url.href, max: 1 })
})
afterAll(async () => {
  await lost.close()
  await database.drop()
})

/** Waits until the pool has removed its lost connection. */
const isEmpty = () => expect.poll(() => lost.pool.totalCount).toBe(0)
const works = async () => (await sql`select 1 as one`.execute(lost.kysely)).rows

test('a connection lost between two statements of a transaction fails only that transaction', async () => {
  let held: pg.PoolClient | undefined
  lost.pool.once('acquire', (client) => (held = client))
  const work = lost.kysely.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    const ended = new Promise((resolve) => held?.once('end', resolve))
    expect(await killConnections(database.kysely, 'lost')).toBe(1)
    // The client detects the loss while no statement runs.
    await ended
    await sql`select 1`.execute(tx)
  })
  await expect(work).rejects.toThrow()
  expect(await works()).toEqual([{ one: 1 }])
})

test('a lost idle connection is replaced', async () => {
  await works()
  expect(await killConnections(database.kysely, 'lost')).toBe(1)
  await isEmpty()
  expect(await works()).toEqual([{ one: 1 }])
})

test.each([
  ['a statement', (db: Database) => sql`delete from votes where organization_id = 0`.execute(db.kysely)],
  [
    'a transaction',
    (db: Database) =>
      db.kysely.transaction().execute((tx) => sql`delete from votes where organization_id = 0`.execute(tx)),
  ],
])('a connection that rejected %s as read-only is replaced', async (_what, write) => {
  await write(lost)
  await sql`set default_transaction_read_only = on`.execute(lost.kysely)
  const refused = await write(lost).then(
    () => null,
    (error: unknown) => error,
  )
  expect(isConnectionError(refused)).toBe(true)
  await write(lost)
})

test('rejects a query on a connection to a read-only server as if the database were unavailable', async () => {
  const name = sql.id(new URL(database.url).pathname.slice(1))
  await killConnections(database.kysely, 'lost')
  await isEmpty()
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(database.kysely)
  const refused = await works().catch((error: unknown) => error)
  expect(isConnectionError(refused)).toBe(true)
  await sql`alter database ${name} reset default_transaction_read_only`.execute(database.kysely)
  await works()
})

test('a server that is silent on a new connection counts as unavailable', async () => {
  const proxy = await startDatabaseProxy(database.url)
  const { kysely, close } = await openDatabase({ url: proxy.url, max: 1 })
  proxy.decide((statement) => {
    if (statement.includes('transaction_read_only')) proxy.silence()
    return null
  })
  const silent = await sql`select 1`.execute(kysely).then(
    () => null,
    (error: unknown) => error,
  )
  expect(isConnectionError(silent)).toBe(true)
  proxy.decide(null)
  proxy.resume()
  expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }])
  await close()
  await proxy.close()
})

test('a server that accepts no writes is rejected at once, although it never closes the connection', async () => {
  const target = new URL(database.url)
  const sockets = new Set<Socket>()
  let isDropping = false
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}))
    // Drops Terminate (PostgreSQL 54.7) and the end of the stream.
    client.on('data', (chunk: Buffer) => {
      if (!isDropping || chunk[0] !== 'X'.charCodeAt(0)) server.write(chunk)
    })
    client.on('end', () => isDropping || server.end())
    server.on('data', (chunk: Buffer) => client.write(chunk)).on('close', () => client.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const name = new URL(database.url).pathname.slice(1)
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  const opened = await openDatabase({ url: url.href, max: 1 })
  isDropping = true
  await database.pool.query(`alter database "${name}" set default_transaction_read_only = on`)
  const asked = opened.pool.connect().then(
    () => 'connected',
    (error: { code?: string }) => error.code,
  )
  expect(await asked).toBe('25006')
  await database.pool.query(`alter database "${name}" reset default_transaction_read_only`)
  isDropping = false
  for (const socket of sockets) socket.destroy()
  await opened.close()
  proxy.close()
})
