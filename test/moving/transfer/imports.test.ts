import { expect, test } from 'vitest'
import { refusal, run } from '../../support/clients/operations.ts'
import { connect } from '../../support/clients/sockets.ts'
import { DEADLINE_MS } from '../../support/deadline.ts'
import {
  importIn,
  importOf,
  planImport,
  startImport,
  startImportWorker,
  uploadSample,
} from '../../support/fixtures/imports.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const other = useTenant(app)

const countOf = async (table: string, organizationId: number) =>
  (await app.database.pool.query(`select from ${table} where organization_id = $1`, [organizationId]))
    .rowCount

/** Minimum interval of two results of `importProgress`, in milliseconds. */
const INTERVAL_MS = 500

const PROGRESS = 'subscription ($id: ID!) { importProgress(id: $id) { id state counts { kind created } } }'

test('a backup of Fider is planned and run, and its plan is what happens', async () => {
  startImportWorker(app)
  const { organization, admin } = await createTenant(app)
  const fileId = await uploadSample(app, admin.session, 'fider/backup.zip')
  const id = await planImport(app, admin.session, { source: 'FIDER', from: { fileId } })
  const planned = await importIn(app, admin.session, id, 'PLANNED')
  expect(planned).toMatchObject({
    source: 'FIDER',
    fileName: 'backup.zip',
    startedBy: { databaseId: admin.id },
    counts: [],
    decisions: [],
    startedAt: null,
  })
  expect(planned.samples.length).toBeGreaterThan(0)
  expect(await countOf('posts', organization.id)).toBe(0)
  expect((await startImport(app, admin.session, id)).state).toBe('RUNNING')
  const done = await importIn(app, admin.session, id, 'DONE', 'FAILED', 'PAUSED')
  expect(done).toMatchObject({ state: 'DONE', reason: null, sourceName: planned.sourceName })
  expect(done.counts).toEqual(planned.planned)
  expect(await countOf('posts', organization.id)).toBe(3)
  const names = ['addresses.csv', 'addresses.nginx.conf']
  expect(done.downloads.map(({ name }: { name: string }) => name)).toEqual(names)
  for (const { url } of done.downloads) expect(await (await fetch(url)).text()).toContain('/p/dark-mode')
})

test('a plain CSV file with errors gives them as pages, lines and rows to repair', async () => {
  startImportWorker(app)
  const { session } = tenant.admin
  const fileId = await uploadSample(app, session, 'plain/posts.csv')
  const id = await planImport(app, session, { source: 'CSV', from: { fileId } })
  const planned = await importIn(app, session, id, 'PLANNED')
  expect(planned).toMatchObject({ errorsCount: 2, errors: { totalCount: 2 } })
  await startImport(app, session, id, { yes: true })
  const done = await importIn(app, session, id, 'DONE', 'FAILED', 'PAUSED')
  expect(done).toMatchObject({ state: 'DONE', errorsCount: 2 })
  expect(done.errors).toEqual(planned.errors)
  expect(done.errors.nodes[0]).toMatchObject({ number: 1, file: 'posts.csv', row: 3, kind: 'POST' })
  const names = ['errors.jsonl', 'errors.csv']
  for (const { downloads } of [planned, done])
    expect(downloads.map(({ name }: { name: string }) => name)).toEqual(names)
  const [lines, rows] = await Promise.all(
    done.downloads.map(async ({ url }: { url: string }) => {
      const answer = await fetch(url)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="?errors\./)
      return answer.text()
    }),
  )
  expect(
    lines
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line).row),
  ).toEqual([3, 4])
  expect(rows.split('\r\n')[0]).toMatch(/;?,?error$/)
  for (const change of [{ signature: `${tenant.organization.id}-${'A'.repeat(43)}` }, { expires: '1' }]) {
    const url = new URL(done.downloads[0].url)
    for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
    expect((await fetch(url)).status).toBe(403)
  }
  // The repaired rows are what is left: the same file adds nothing.
  const again = await planImport(app, session, { source: 'CSV', from: { fileId } })
  const replanned = await importIn(app, session, again, 'PLANNED')
  expect(replanned.planned.find(({ kind }: { kind: string }) => kind === 'POST')).toMatchObject({
    created: 0,
  })
})

test('a subscriber receives the states of an import', async () => {
  const { session } = tenant.admin
  const fileId = await uploadSample(app, session, 'fider/backup.zip')
  const id = await planImport(app, session, { source: 'FIDER', from: { fileId } })
  const client = await connect(app, session)
  client.subscribe('1', PROGRESS, { id })
  const stateOf = (state: string) =>
    client.received(({ payload }) => payload?.data?.importProgress?.state === state)
  await stateOf('PLANNING')
  startImportWorker(app)
  await stateOf('PLANNED')
  await startImport(app, session, id)
  const { payload } = await stateOf('DONE')
  expect(payload.data.importProgress).toMatchObject({ id, counts: expect.arrayContaining([]) })
  const stranger = await connect(app, other.admin.session)
  stranger.subscribe('1', PROGRESS, { id })
  expect((await stranger.received(({ type }) => type === 'error')).payload[0].extensions.code).toBe(
    'NOT_FOUND',
  )
  client.socket.close()
  stranger.socket.close()
})

test('a subscriber receives an import at most twice a second, and the last state', async () => {
  const { session } = tenant.admin
  const fileId = await uploadSample(app, session, 'fider/backup.zip')
  const id = await planImport(app, session, { source: 'FIDER', from: { fileId } })
  const client = await connect(app, session)
  const began = performance.now()
  client.subscribe('1', 'subscription ($id: ID!) { importProgress(id: $id) { errorsCount } }', { id })
  const counts = () => client.results('1').map(({ data }) => data.importProgress.errorsCount as number)
  const CHANGE = 'update import_runs set errors_count = errors_count + 1 where id = $1'
  let changes = 0
  while (counts().length < 4 && performance.now() - began < DEADLINE_MS) {
    await app.database.pool.query(CHANGE, [id.slice('imp_'.length)])
    changes++
  }
  await expect.poll(() => counts().at(-1)).toBe(changes)
  const intervals = (performance.now() - began) / INTERVAL_MS
  expect(counts().length).toBeGreaterThanOrEqual(4)
  expect(counts().length).toBeLessThanOrEqual(Math.ceil(intervals) + 1)
  client.socket.close()
})

test('another organization can use neither a file nor an import', async () => {
  const fileId = await uploadSample(app, tenant.admin.session, 'plain/posts.csv')
  const id = await planImport(app, tenant.admin.session, { source: 'CSV', from: { fileId } })
  const { session } = other.admin
  const PLAN =
    'mutation ($input: PlanImportInput!) { planImport(input: $input) { importRun { id } errors { code } } }'
  const input = { source: 'CSV', from: { fileId } }
  expect(await refusal(app, session, PLAN, { input })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await importOf(app, session, id)).toBeNull()
  for (const name of ['startImport', 'pauseImport', 'resumeImport', 'deleteImport'])
    expect(
      await refusal(app, session, `mutation { ${name}(input: { id: "${id}" }) { clientMutationId } }`),
    ).toMatchObject({ code: 'NOT_FOUND' })
  await run(
    app,
    tenant.admin.session,
    `mutation { deleteImport(input: { id: "${id}" }) { deletedImportRunId } }`,
  )
  expect(await importOf(app, tenant.admin.session, id)).toBeNull()
})

test('only admins in person see imports', async () => {
  const member = await tenant.member('member')
  for (const headers of [member.session, tenant.key])
    expect(await refusal(app, headers, '{ importRuns { totalCount } }')).toMatchObject({ code: 'FORBIDDEN' })
})

test('a file that is no archive of the source fails with the reason, and can be deleted', async () => {
  startImportWorker(app)
  const { session } = tenant.admin
  const fileId = await uploadSample(app, session, 'plain/posts.csv')
  const id = await planImport(app, session, { source: 'FIDER', from: { fileId } })
  const failed = await importIn(app, session, id, 'FAILED', 'PLANNED')
  expect(failed).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/\w/) })
  await run(app, session, `mutation { deleteImport(input: { id: "${id}" }) { deletedImportRunId } }`)
})
