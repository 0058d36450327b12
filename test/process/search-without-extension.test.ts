import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverOfWorker } from '../support/database.ts'
import { rows } from '../support/contract/role-probes.ts'
import { cli, run, type Program } from '../support/program.ts'

type Report = { healthy: boolean; checks: { name: string; ok: boolean; detail: string }[] }

const name = `limited_${randomBytes(4).toString('hex')}`
const env = { SECRET_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'silent', DATABASE_URL: '' }
let program: Program
let url: string
let key: string

beforeAll(async () => {
  const server = serverOfWorker()
  const own = new URL(server)
  own.pathname = `/${name}`
  for (const [where, statement] of [
    [server, `create role ${name} login password 'limited'`],
    [server, `create database ${name}`],
    [own.href, `grant usage, create on schema public to ${name}`],
  ] as const)
    await rows(where, statement)
  const limited = new URL(own)
  limited.username = name
  limited.password = 'limited'
  env.DATABASE_URL = limited.href
  await cli(env, 'migrate')
  await cli(env, 'org', 'create', '--slug', 'acme', '--name', 'Acme', '--admin-email', 'ada@acme.example')
  ;({ apiKey: key } = await cli<{ apiKey: string }>(env, 'api-key', 'create', '--org', 'acme'))
  program = run('src/main.ts', { ...env, PORT: '0' })
  url = await program.listening
})
afterAll(async () => {
  program.process.kill('SIGTERM')
  await program.ended
  const server = serverOfWorker()
  for (const statement of [`drop database ${name} with (force)`, `drop role ${name}`])
    await rows(server, statement)
})

test('a role that may not create the extension migrates and searches, and the doctor reports it', async () => {
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: { 'API-KEY': key, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBeLessThan(300)
    return response.json()
  }
  await ask('POST', '/feature_requests', { title: 'Zeppelins dock' })
  await ask('POST', '/feature_requests', { title: 'Balloons' })
  const found = await ask('GET', '/feature_requests?q=zeppelin&sort=relevance')
  expect(found.feature_requests.map(({ title }: { title: string }) => title)).toEqual(['Zeppelins dock'])
  const { checks } = await cli<Report>(env, 'doctor')
  expect(checks.find((check) => check.name === 'search')).toEqual({
    name: 'search',
    ok: true,
    detail: expect.stringContaining('the extension btree_gin is missing') as string,
  })
})

test('the documented statements replace the indexes', async () => {
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const statements = /```sql\n(CREATE EXTENSION.*?)```/s.exec(guide)?.[1] ?? ''
  const database = new URL(serverOfWorker())
  database.pathname = `/${name}`
  const client = new pg.Client(database.href)
  await client.connect()
  for (const statement of statements.split(';').filter((text) => text.trim())) await client.query(statement)
  await client.end()
  const { checks } = await cli<Report>(env, 'doctor')
  expect(checks.find((check) => check.name === 'search')).toEqual({
    name: 'search',
    ok: true,
    detail: 'ready',
  })
})
