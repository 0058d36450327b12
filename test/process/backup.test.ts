import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createBackupSource,
  failureOf,
  post,
  postsIn,
  queryIn,
  type BackupSource,
  type Service,
} from '../support/backup-source.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { until } from '../support/postgres-server.ts'
import { cli, demoAdmin, run } from '../support/program.ts'

let source: BackupSource
let service: Service
let receiver: Receiver
/** Environment of the commands. */
let here: { DATA_DIR: string }

const CREATE =
  'mutation ($url: URL!) { createWebhook(input: { name: "Log", url: $url, events: [POST_CREATED] }) { errors { code } } }'

beforeAll(async () => {
  source = await createBackupSource()
  here = { DATA_DIR: source.dataDir }
  receiver = await startReceiver()
  service = await source.start(source.dataDir)
  const { email } = await demoAdmin(source.dataDir)
  const { token } = await cli<{ token: string }>(here, 'session', 'create', '--email', email)
  const body = { query: CREATE, variables: { url: receiver.url } }
  const credentials = { 'API-KEY': source.key, Authorization: token }
  expect(await post(`${service.url}/graphql`, body, credentials)).toMatchObject({
    data: { createWebhook: { errors: [] } },
  })
})
afterAll(async () => {
  await source.remove()
  await receiver.close()
})

/** Waits until each delivery has its result. */
const delivered = (dataDir: string) =>
  until(
    async () => (await queryIn(dataDir, `select from deliveries where state <> 'succeeded'`)).length === 0,
  )

const messages = () =>
  receiver.received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body.data.id as number}`)

test('a backup under load, restored elsewhere, has each write before its end, repeats no webhook and gives no id twice', async () => {
  const early = [await service.submit('early 1'), await service.submit('early 2')]
  await delivered(source.dataDir)
  const before = messages()
  const acknowledged = new Map<number, number>()
  let over = false
  const writers = [1, 2].map(async (writer) => {
    while (!over) acknowledged.set(await service.submit(`during ${writer}`), Date.now())
  })
  await until(async () => acknowledged.size > 5)
  const { endedAt } = await cli<{ endedAt: string }>(here, 'backup', source.path('first'))
  over = true
  await Promise.all(writers)
  expect(statSync(source.path('first')).mode & 0o777).toBe(0o700)
  const lost = await service.submit('lost')

  const target = source.path('target')
  await cli({ DATA_DIR: target }, 'restore', source.path('first'))
  const restored = await source.start(target)
  const there = await postsIn(target)
  const missing = [...acknowledged].filter(([id, at]) => at < Date.parse(endedAt) && !there.has(id))
  expect([missing, early.filter((id) => !there.has(id)), there.has(lost)]).toEqual([[], [], false])
  const next = await restored.submit('next')
  expect(next).toBeGreaterThan(Math.max(...(await postsIn(source.dataDir))))
  await until(async () => messages().some((message) => message.endsWith(` ${next}`)))
  await delivered(target)
  // A message may repeat only if its result was not stored before the end of the backup.
  for (const message of before) expect(messages().filter((one) => one === message)).toHaveLength(1)
  await restored.stop()
})

test('a backup that is killed leaves no folder, and nothing that the server keeps for it', async () => {
  const command = run('src/cli.ts', here, ['backup', source.path('killed')])
  await until(async () => existsSync(source.path('.killed.part/postgres/base')))
  const slots = () => queryIn(source.dataDir, 'select from pg_replication_slots')
  expect(await slots()).toHaveLength(1)
  expect(await failureOf(here, 'backup', source.path('other'))).toContain('Another backup')
  command.process.kill('SIGKILL')
  await command.ended
  expect(existsSync(source.path('killed'))).toBe(false)
  await until(async () => (await slots()).length === 0)
  const elsewhere = { DATA_DIR: source.path('none') }
  expect(await failureOf(elsewhere, 'restore', source.path('.killed.part'))).toContain('is no backup')
  await service.submit('after it')
  await cli(here, 'backup', source.path('killed'))
  expect(existsSync(source.path('.killed.part'))).toBe(false)
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a restore that ends by %s replaces nothing and is repeated',
  async (signal) => {
    const target = { DATA_DIR: source.path(`ended by ${signal}`) }
    const command = run('src/cli.ts', target, ['restore', source.path('first')])
    const recovering = `${target.DATA_DIR}/postgres.restore`
    await until(async () => existsSync(`${recovering}/postmaster.pid`))
    command.process.kill(signal)
    await command.ended
    expect(existsSync(`${target.DATA_DIR}/postgres`)).toBe(false)
    if (signal === 'SIGTERM') expect(existsSync(recovering)).toBe(false)
    await cli(target, 'restore', source.path('first'))
    expect(existsSync(recovering)).toBe(false)
  },
)

test('a restore refuses a database in use, an installation and a damaged backup, and moves one aside with --replace', async () => {
  const backup = source.path('first')
  expect(await failureOf(here, 'restore', backup, '--replace')).toContain('A process uses')
  const target = { DATA_DIR: source.path('target') }
  expect(await failureOf(target, 'restore', backup)).toContain('has an installation')
  expect(await failureOf(here, 'backup', backup)).toContain('has content')
  const { replaced } = await cli<{ replaced: string[] }>(target, 'restore', backup, '--replace')
  expect(replaced.map((folder) => readdirSync(folder).sort())).toEqual([
    ['demo.json', 'postgres', 'postgres.password', 'secret.key'],
  ])
  appendFileSync(`${backup}/postgres/PG_VERSION`, ' ')
  const elsewhere = { DATA_DIR: source.path('none') }
  expect(await failureOf(elsewhere, 'restore', backup)).toMatch(/is damaged: PG_VERSION differs/)
  expect(existsSync(source.path('none/postgres'))).toBe(false)
})
