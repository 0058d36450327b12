import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../../../src/lib/log/logger.ts'
import { downloadPath } from '../../../src/moving/transfer/signed-address.ts'
import { startExports } from '../../../src/server/jobs/run-exports.ts'
import { sendImport } from '../../support/clients/imports.ts'
import { refusal, run } from '../../support/clients/operations.ts'
import { DEADLINE_MS } from '../../support/deadline.ts'
import { importIn, planImport, startImportWorker } from '../../support/fixtures/imports.ts'
import type { Headers } from '../../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const other = useTenant(app)

/** Uploads a file, plans it and exports: things of a tenant that strangers may ask for. */
async function things() {
  startImportWorker(app)
  const job = startExports({ services: app.services, log: createLogger('silent'), intervalMs: 20 })
  onTestFinished(() => job.stop())
  const { session } = tenant.admin
  const csv = Buffer.from('title,date\nDark mode,never\nLight mode,2025-01-01\n')
  const { body } = await sendImport(app, session, csv, '?name=posts.csv')
  const imp = await planImport(app, session, { source: 'CSV', from: { fileId: body.file } })
  await importIn(app, session, imp, 'PLANNED')
  const { startExport } = await run(app, session, 'mutation { startExport(input: {}) { exportRun { id } } }')
  const exp: string = startExport.exportRun.id
  const url = await vi.waitFor(
    async () => {
      const { exportRun } = await run(
        app,
        session,
        'query ($id: ID!) { exportRun(by: { id: $id }) { download { url } } }',
        { id: exp },
      )
      return String(exportRun.download.url)
    },
    { timeout: DEADLINE_MS, interval: 50 },
  )
  return { imf: body.file, imp, exp, url }
}

test('files, imports and exports are closed to strangers and to others than admins', async () => {
  const { imf, imp, exp } = await things()
  const member = await tenant.member('member')
  const customer = await tenant.sso({ email: 'ada@example.com' })
  const READ = `query ($imf: ID!, $imp: ID!, $exp: ID!) { a: node(id: $imf) { id } b: node(id: $imp) { id } c: node(id: $exp) { id } }`
  const callers: [Headers, string][] = [
    [other.admin.session, 'NOT_FOUND'],
    [member.session, 'FORBIDDEN'],
    [customer, 'FORBIDDEN'],
    [{}, 'UNAUTHORIZED'],
  ]
  for (const [headers, code] of callers) {
    const { body } = await app.graphql(READ, { imf, imp, exp }, headers)
    expect(Object.values(body.data ?? {}).filter((one) => one !== null)).toEqual([])
    for (const verb of ['startImport', 'pauseImport', 'resumeImport', 'deleteImport']) {
      const field = verb === 'deleteImport' ? 'deletedImportRunId' : 'importRun { id }'
      const answer = await refusal(
        app,
        headers,
        `mutation ($id: ID!) { ${verb}(input: { id: $id }) { ${field} } }`,
        {
          id: imp,
        },
      )
      expect([code, 'UNAUTHORIZED', 'FORBIDDEN']).toContain(answer.code)
    }
    const from = await refusal(
      app,
      headers,
      'mutation ($id: ID!) { planImport(input: { source: CSV, from: { fileId: $id } }) { importRun { id } } }',
      { id: imf },
    )
    expect([code, 'UNAUTHORIZED', 'FORBIDDEN']).toContain(from.code)
    for (const list of ['importRuns', 'exportRuns'])
      expect(
        (await app.graphql(`{ ${list} { nodes { id } } }`, {}, headers)).body.data?.[list]?.nodes ?? [],
      ).toEqual([])
  }
  expect(await importIn(app, tenant.admin.session, imp, 'PLANNED')).toMatchObject({ state: 'PLANNED' })
})

test('forged, cut, expired and foreign signatures open nothing', async () => {
  const { exp, imp, url } = await things()
  const key = app.services.keys.downloads
  const address = new URL(url)
  const [, , , name = ''] = address.pathname.split('/')
  const of = (organizationId: number, id = exp, file = name) =>
    downloadPath(key, { organizationId, id, name: file }).path
  const signature = address.searchParams.get('signature') ?? ''
  const changed = (set: Record<string, string>) => {
    const one = new URL(url)
    for (const [parameter, value] of Object.entries(set)) one.searchParams.set(parameter, value)
    return one.pathname + one.search
  }
  const forged = [
    changed({ signature: signature.slice(0, -1) }),
    changed({ signature: `${signature}A` }),
    changed({ signature: signature.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }),
    changed({ signature: `0${signature}` }),
    changed({ expires: '1' }),
    changed({ expires: `${address.searchParams.get('expires')}.0` }),
    `${address.pathname}?expires[]=${address.searchParams.get('expires')}&signature=${signature}`,
    `${address.pathname}?expires=${address.searchParams.get('expires')}&signature=${signature}&signature=${signature}`,
    address.pathname.replace(exp, imp) + address.search,
    address.pathname.replace(name, 'errors.csv') + address.search,
    address.pathname.replace(name, `..%2F${name}`) + address.search,
  ]
  for (const path of forged) expect([path, (await fetch(app.url + path)).status]).toEqual([path, 403])
  // A signature of the right key for another tenant's organization shows nothing of this one.
  expect((await fetch(app.url + of(other.organization.id))).status).toBe(404)
  expect((await fetch(app.url + of(other.organization.id, imp, 'errors.jsonl'))).status).toBe(404)
  expect((await fetch(app.url + of(tenant.organization.id, imp, 'x\r\nSet-Cookie: a=b'))).status).toBe(404)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await fetch(url)).status).toBe(403)
})

test('ranges without sense answer with the whole file, or that they cannot be satisfied', async () => {
  const { url } = await things()
  const many = `bytes=${Array.from({ length: 1_500 }, (_, index) => `${index}-${index}`).join(',')}`
  const cases: [string, number][] = [
    [many, 200],
    ['bytes=--5', 416],
    ['bytes=-0', 416],
    ['bytes=5-1', 416],
    ['bytes=0-99999999999999999999', 206],
    ['bytes=NaN-', 416],
    ['rows=0-1', 200],
    ['bytes=', 416],
    ['x', 200],
  ]
  for (const [range, status] of cases) {
    const answer = await fetch(url, { headers: { Range: range } })
    await answer.arrayBuffer()
    expect([range.slice(0, 30), [status, 200, 416].includes(answer.status)]).toEqual([
      range.slice(0, 30),
      true,
    ])
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThanOrEqual(0)
  }
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
})

test.each([
  ['CRLF', 'a\r\nSet-Cookie: x=1.csv', 422],
  ['NUL', 'a\0.csv', 422],
  ['a way out', '..', 422],
  ['a lone dot', '.', 422],
  ['10 kB', 'x'.repeat(10_240), 422],
  ['direction marks', 'a\u202Evsc.exe.csv', 422],
  ['invisible characters', 'a\u200B\uFEFF\u2066.csv', 422],
  ['quotes', 'a"; filename="b.html', 201],
])('an upload whose name has %s is refused or harmless', async (_what, name, status) => {
  const answer = await sendImport(
    app,
    tenant.admin.session,
    Buffer.from('title\nx\n'),
    `?name=${encodeURIComponent(name)}`,
  )
  expect(answer.status).toBe(status)
})

test('a name that is sent as a list or an object is refused', async () => {
  for (const query of ['?name[]=a.csv', '?name[a]=b', '?name=a.csv&name=b.csv', '?NAME=a.csv']) {
    const answer = await sendImport(app, tenant.admin.session, Buffer.from('title\nx\n'), query)
    expect([query, answer.status]).toEqual([query, 422])
  }
})
