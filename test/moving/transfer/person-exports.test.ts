import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../../../src/lib/log/logger.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { startExports } from '../../../src/server/jobs/run-exports.ts'
import { refusal, run } from '../../support/clients/operations.ts'
import { DEADLINE_MS } from '../../support/deadline.ts'
import type { Headers } from '../../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const other = useTenant(app)

const START = `mutation ($input: ExportPersonInput!) { exportPerson(input: $input) {
  exportRun { id kind state person { databaseId } startedBy { databaseId } } } }`
const SHOW = `query ($id: ID!) { exportRun(by: { id: $id }) { id kind state reason size person { databaseId }
  download { name url } } node(id: $id) { id } }`

type Person = { id: number; email: string; session: Headers }
let ada: Person
let bob: Person

beforeAll(async () => {
  ada = await person('ada')
  bob = await person('bob')
})

async function person(name: string): Promise<Person> {
  const email = `${name}@people.example`
  const session = await tenant.sso({ email, name, add_as_customer: true })
  const { viewer } = await run(app, session, '{ viewer { actor { databaseId } } }')
  const post = `mutation { createPost(input: { title: "Post of ${name}" }) { post { id } } }`
  await run(app, session, post)
  return { id: viewer.actor.databaseId, email, session }
}

function work() {
  const log = createLogger(process.env.TEST_LOG ?? 'silent')
  const job = startExports({ services: app.services, log, intervalMs: 20 })
  onTestFinished(() => job.stop())
}

const start = async (headers: Headers, input: object) =>
  (await run(app, headers, START, { input })).exportPerson.exportRun

const done = (headers: Headers, id: string) =>
  vi.waitFor(
    async () => {
      const { exportRun } = await run(app, headers, SHOW, { id })
      expect(exportRun).toMatchObject({ state: 'DONE', kind: 'PERSON', reason: null })
      return exportRun
    },
    { timeout: DEADLINE_MS, interval: 50 },
  )

async function dataOf(url: string): Promise<string> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  const files = await openBytes('person.zip', memoryBytes(Buffer.from(await answer.arrayBuffer())))
  expect(files.names).toEqual(expect.arrayContaining(['data.json', 'data.html']))
  const chunks: Buffer[] = []
  for await (const chunk of await files.open('data.json')) chunks.push(chunk as Buffer)
  await files.close()
  return Buffer.concat(chunks).toString()
}

const entries = async (actions: string) =>
  (
    await run(
      app,
      tenant.admin.session,
      `{ auditEntries(filter: { actions: [${actions}] }) { nodes { action subjectId actor { databaseId } } } }`,
    )
  ).auditEntries.nodes

test('an admin exports the data of any person, by id or address, and the audit trail has both steps', async () => {
  work()
  const { session, id: adminId } = tenant.admin
  const begun = await start(session, { person: { email: ada.email } })
  expect(begun).toMatchObject({
    kind: 'PERSON',
    person: { databaseId: ada.id },
    startedBy: { databaseId: adminId },
  })
  const { download, size } = await done(session, begun.id)
  const data = await dataOf(download.url)
  expect(data).toContain(ada.email)
  expect(data).toContain('Post of ada')
  expect(data).not.toContain('bob')
  expect(download.name).toBe(`personal-data-usr_${ada.id}.zip`)
  const again = await fetch(download.url, { headers: { Range: 'bytes=0-3' } })
  expect([again.status, again.headers.get('content-range')]).toEqual([206, `bytes 0-3/${size}`])
  await again.arrayBuffer()
  expect(await entries('PERSON_EXPORTED, EXPORT_DOWNLOADED')).toEqual([
    { action: 'EXPORT_DOWNLOADED', subjectId: begun.id, actor: null },
    { action: 'PERSON_EXPORTED', subjectId: `usr_${ada.id}`, actor: { databaseId: adminId } },
  ])
})

test('a person exports their own data, and sees neither those of others nor exports by admins', async () => {
  work()
  const byAdmin = await start(tenant.admin.session, { person: { id: `usr_${bob.id}` } })
  await done(tenant.admin.session, byAdmin.id)
  const own = await start(bob.session, {})
  expect(await dataOf((await done(bob.session, own.id)).download.url)).toContain('Post of bob')
  for (const person of [{ id: `usr_${ada.id}` }, { email: ada.email }, { email: 'nobody@people.example' }])
    expect(await refusal(app, bob.session, START, { input: { person } })).toMatchObject({ code: 'FORBIDDEN' })
  const nothing = { exportRun: null, node: null }
  expect(await run(app, bob.session, SHOW, { id: byAdmin.id })).toEqual(nothing)
  for (const headers of [ada.session, other.admin.session])
    expect(await run(app, headers, SHOW, { id: own.id })).toEqual(nothing)
  expect(await refusal(app, bob.session, '{ exportRuns { totalCount } }')).toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a key without a person, and people of other organizations, export no person', async () => {
  const input = { person: { id: `usr_${ada.id}` } }
  expect(await refusal(app, tenant.key, START, { input })).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(app, other.admin.session, START, { input })).toMatchObject({ code: 'NOT_FOUND' })
})

test('a person has one export that waits, and the limit of the organization stays for its own exports', async () => {
  const eve = await person('eve')
  const { id } = await start(eve.session, {})
  expect(await refusal(app, eve.session, START, { input: {} })).toMatchObject({ code: 'LIMIT_EXCEEDED' })
  const begin = 'mutation { startExport(input: {}) { exportRun { id } } }'
  expect((await run(app, tenant.admin.session, begin)).startExport.exportRun.id).not.toBe(id)
})

test('the refusal of a fourth export states when the first stored file expires', async () => {
  work()
  const { session, id } = await person('fay')
  for (let count = 0; count < 3; count++) await done(session, (await start(session, {})).id)
  await app.database.pool.query(
    `update export_runs set expires_at = now() + interval '179 minutes'
      where id = (select max(id) from export_runs where person_id = $1)`,
    [id],
  )
  expect(await refusal(app, session, START, { input: {} })).toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: 'Too many exports of personal data are stored; try again in 3 hours',
  })
})
