import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverOfWorker } from '../database.ts'
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'

let proxy: DatabaseProxy
let client: pg.Client

beforeEach(async () => {
  proxy = await startDatabaseProxy(serverOfWorker())
  client = await connected()
})
afterEach(async () => {
  await client.end().catch(() => {})
  await proxy.close()
})

async function connected(): Promise<pg.Client> {
  const next = new pg.Client(proxy.url)
  next.on('error', () => {})
  await next.connect()
  return next
}

test.each([
  ['before', 0],
  ['after', 1],
] as const)('a connection cut %s an insert leaves %i rows', async (cut, rows) => {
  await client.query('create table if not exists proxied (id int)')
  await client.query('truncate proxied')
  proxy.decide((statement) => (statement.startsWith('insert') ? cut : null))
  await expect(client.query('insert into proxied values ($1)', [1])).rejects.toThrow(/terminated/)
  proxy.decide(null)
  client = await connected()
  expect((await client.query('select id from proxied')).rowCount).toBe(rows)
  await client.query('drop table proxied')
})

test('a silent proxy holds a response back until it resumes', async () => {
  proxy.silence()
  const answer = client.query('select 1').then(() => 'silent')
  const direct = new pg.Client(serverOfWorker())
  await direct.connect()
  const other = direct.query('select pg_sleep(0.1)').then(() => 'direct')
  expect(await Promise.race([answer, other])).toBe('direct')
  await direct.end()
  proxy.resume()
  expect(await answer).toBe('silent')
})
