import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../../../src/lib/log/logger.ts'
import { runExport } from '../../../src/moving/export/run-export.ts'
import { openBytes, memoryBytes } from '../../../src/moving/sources/open-files.ts'
import { startExports } from '../../../src/server/jobs/run-exports.ts'
import { refusal, run } from '../../support/clients/operations.ts'
import { DEADLINE_MS } from '../../support/deadline.ts'
import { useApp, useTenant } from '../../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const other = useTenant(app)

const START = 'mutation { startExport(input: {}) { exportRun { id state startedBy { databaseId } } } }'
const SHOW = `query ($id: ID!) { exportRun(by: { id: $id }) { id kind state reason size expiresAt
  options { form withoutPersonalData withEvents withAudit } download { name url expiresAt } } }`

function work() {
  const log = createLogger(process.env.TEST_LOG ?? 'silent')
  const job = startExports({ services: app.services, log, intervalMs: 20 })
  onTestFinished(() => job.stop())
}

/** Starts an export, then a worker, and waits for its end. */
async function exported() {
  const { session } = tenant.admin
  const { startExport } = await run(app, session, START)
  expect(startExport.exportRun).toMatchObject({
    state: 'WAITING',
    startedBy: { databaseId: tenant.admin.id },
  })
  const { id } = startExport.exportRun
  work()
  return vi.waitFor(
    async () => {
      const { exportRun } = await run(app, session, SHOW, { id })
      expect(exportRun).toMatchObject({ state: 'DONE', kind: 'ORGANIZATION', reason: null })
      return exportRun
    },
    { timeout: DEADLINE_MS, interval: 50 },
  )
}

test('an export that finds the disk full is written when it has room', async () => {
  const { startExport } = await run(app, tenant.admin.session, START)
  const { id } = startExport.exportRun
  const key = { organizationId: tenant.organization.id, id: Number(id.slice(4)) }
  const context = { db: app.services.db, pseudonyms: app.services.keys.pseudonyms }
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  await expect(runExport(context, key, () => Promise.reject(full))).rejects.toBe(full)
  work()
  const state = async () => (await run(app, tenant.admin.session, SHOW, { id })).exportRun.state as string
  await expect.poll(state).toBe('DONE')
})

test('an export is written by a worker and downloaded by its address, as a whole and in ranges', async () => {
  const { size, download } = await exported()
  const whole = await fetch(download.url)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename=${download.name}`,
    'content-length': String(size),
    'accept-ranges': 'bytes',
  })
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(bytes.length).toBe(size)
  const files = await openBytes('export.zip', memoryBytes(bytes))
  expect(files.names).toContain('manifest.json')
  for (const [range, expected] of [
    ['bytes=0-3', bytes.subarray(0, 4)],
    ['bytes=10-', bytes.subarray(10)],
    ['bytes=-5', bytes.subarray(-5)],
  ] as const) {
    const part = await fetch(download.url, { headers: { Range: range } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(expected)).toBe(true)
  }
  const outside = await fetch(download.url, { headers: { Range: `bytes=${size}-` } })
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  const changed = await fetch(download.url, { headers: { Range: 'bytes=0-3', 'If-Range': '"other"' } })
  expect(changed.status).toBe(200)
})

test('an address of another file, organization or time opens nothing', async () => {
  const { download } = await exported()
  const changes: ((url: URL) => void)[] = [
    (url) => url.searchParams.delete('signature'),
    (url) => url.searchParams.set('expires', '99999999999'),
    (url) => (url.pathname = url.pathname.replace(/exp_\d+/, 'exp_999999')),
    (url) =>
      url.searchParams.set(
        'signature',
        (url.searchParams.get('signature') ?? '').replace(/^\d+/, String(other.organization.id)),
      ),
  ]
  for (const change of changes) {
    const url = new URL(download.url)
    change(url)
    expect((await fetch(url)).status).toBe(403)
  }
})

test('an export shows its options', async () => {
  const { session } = await tenant.member('admin')
  const START_WITH =
    'mutation ($input: StartExportInput!) { startExport(input: $input) { exportRun { id } } }'
  const input = { form: 'CSV', withEvents: true }
  const { startExport } = await run(app, session, START_WITH, { input })
  expect(await run(app, session, SHOW, { id: startExport.exportRun.id })).toMatchObject({
    exportRun: { options: { form: 'CSV', withoutPersonalData: false, withEvents: true, withAudit: false } },
  })
  const { exportPerson } = await run(
    app,
    session,
    'mutation { exportPerson(input: {}) { exportRun { id kind options { form } } } }',
  )
  expect(exportPerson.exportRun).toMatchObject({ kind: 'PERSON', options: null })
})

test('only admins in person export, and other organizations see nothing of it', async () => {
  const member = await tenant.member('member')
  for (const headers of [member.session, tenant.key])
    expect(await refusal(app, headers, START)).toMatchObject({ code: 'FORBIDDEN' })
  const { startExport } = await run(app, tenant.admin.session, START)
  const { id } = startExport.exportRun
  expect(await run(app, other.admin.session, SHOW, { id })).toEqual({ exportRun: null })
})
