import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../../src/lib/log/logger.ts'
import { startImports } from '../../../src/server/jobs/run-imports.ts'
import { sendImport } from '../../support/clients/imports.ts'
import { importIn, planImport } from '../../support/fixtures/imports.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const MEGABYTE = 1_048_576
const app = useApp({ webhookAllowedHosts: ['127.0.0.1'], quotas: { importBytes: MEGABYTE } })
const KEY = 'key-of-the-source-4711'

function work(turnMs?: number) {
  const log = createLogger('silent')
  const job = startImports({ services: app.services, log, intervalMs: 20, ...(turnMs && { turnMs }) })
  onTestFinished(() => job.stop())
  return job
}

/** Starts a server that answers as it likes, until the test ends. Returns its address and the number of requests. */
async function startServer(
  answer: (response: ServerResponse, count: number, request: IncomingMessage) => void,
) {
  let count = 0
  const server = createServer((request, response) => answer(response, ++count, request))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, count: () => count }
}

async function plan(source: string, url: string) {
  const { admin, organization } = await createTenant(app)
  const id = await planImport(app, admin.session, { source, from: { api: { key: KEY, url } } })
  return { id, session: admin.session, organization }
}

const json = (response: ServerResponse, body: unknown) => response.end(JSON.stringify(body))

test('an API whose pages do not end is left at the limit of the organization', async () => {
  work()
  const api = await startServer((response, count) =>
    json(response, { boards: [{ id: `b${count}` }], hasMore: true, filler: 'x'.repeat(300_000) }),
  )
  const { id, session, organization } = await plan('CANNY', api.url)
  const failed = await importIn(app, session, id, 'FAILED', 'PAUSED')
  expect(failed.reason).toContain('exceed the storage')
  const { rows } = await app.database.pool.query(
    'select sum(bytes)::int as bytes from transfer_files where organization_id = $1',
    [organization.id],
  )
  expect(rows[0].bytes).toBeLessThan(3 * MEGABYTE)
})

test('an answer with more rows than a page, or more bytes than the limit, is read once', async () => {
  work()
  const many = await startServer((response) =>
    json(
      response,
      Array.from({ length: 20_000 }, (_, id) => ({ id })),
    ),
  )
  const rows = await plan('ASTUTO', many.url)
  expect(await importIn(app, rows.session, rows.id, 'FAILED', 'PAUSED')).toMatchObject({
    state: 'FAILED',
    reason: 'An answer of the source has more than 10000 rows.',
  })
  const large = await startServer((response) => {
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(MEGABYTE, 'x')));
    }
    response.on('drain', send)
    send()
  })
  const bytes = await plan('ASTUTO', large.url)
  expect(await importIn(app, bytes.session, bytes.id, 'FAILED', 'PAUSED')).toMatchObject({ state: 'FAILED' })
  expect(large.count()).toBe(1)
})

test('APIs that do not answer leave the workers to other organizations', async () => {
  const silent = await startServer(() => {})
  for (let count = 0; count < 2; count++) await plan('ASTUTO', silent.url)
  const worker = work(50)
  await expect.poll(() => silent.count()).toBeGreaterThan(1)
  const { admin } = await createTenant(app)
  const { body } = await sendImport(app, admin.session, Buffer.from('title\nDark mode\n'), '?name=posts.csv')
  const id = await planImport(app, admin.session, { source: 'CSV', from: { fileId: body.file } })
  expect(await importIn(app, admin.session, id, 'PLANNED')).toMatchObject({ state: 'PLANNED' })
  // They would keep the workers of later tests.
  await worker.stop()
  await app.database.pool.query(`update import_runs set state = 'paused' where state = 'planning'`)
})

test.each(['ASTUTO', 'FEATUREOS', 'CANNY'])(
  'an answer for %s with too many levels or values is left where it exceeds the limit, and not parsed',
  async (source) => {
    work()
    const sent: number[] = []
    const send = (response: ServerResponse, start: string, part: string) => {
      const index = sent.push(0) - 1
      const go = () => {
        while (!response.destroyed && (sent[index] ?? 0) < 49 * MEGABYTE) {
          sent[index] = (sent[index] ?? 0) + part.length
          if (!response.write(part)) return
        }
        response.end()
      }
      response.on('drain', go).write(start)
      go()
    }
    const deep = await startServer((response) => send(response, '{"posts":[', '['.repeat(65_536)))
    const many = await startServer((response) => send(response, '{"posts":[1', ',{}'.repeat(65_536)))
    for (const [{ url, count }, reason] of [
      [deep, 'An answer of the source has more than 20 levels.'],
      [many, 'An answer of the source has more than 100000 values.'],
    ] as const) {
      const { id, session } = await plan(source, url)
      const failed = await importIn(app, session, id, 'FAILED', 'PAUSED')
      expect(failed).toMatchObject({ state: 'FAILED', reason })
      expect(count()).toBe(1)
    }
    expect(Math.max(...sent)).toBeLessThan(10 * MEGABYTE)
  },
)
