import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { storedBytes } from '../../../src/moving/transfer/read-file.ts'
import { storeFile } from '../../../src/moving/transfer/store-file.ts'
import { startApp } from '../../support/app.ts'
import { sendImport } from '../../support/clients/imports.ts'
import { rawConnection, trickle } from '../../support/clients/raw-http.ts'
import { DEADLINE_MS } from '../../support/deadline.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../../support/use.ts'

const MEGABYTE = 1_048_576
const quotas = { importBytes: 4 * MEGABYTE }
const app = useApp({ quotas })
const tenant = useTenant(app)

/** Starts a server beside the app with other timeouts, until the test ends. */
async function startBeside(bodyTimeout: number) {
  const server = await startApp({ beside: app, quotas, limits: { headersTimeout: 500, bodyTimeout } })
  onTestFinished(() => server.stop())
  return server
}

const send = (body: Buffer, headers = tenant.admin.session, query = '?name=backup.zip') =>
  sendImport(app, headers, body, query)
const rows = async () => {
  const { rows } = await app.database.pool.query(
    `select (select count(*)::int from transfer_files where organization_id = $1) as files,
      (select count(*)::int from transfer_parts where organization_id = $1) as parts`,
    [tenant.organization.id],
  )
  return rows[0]
}

test('a file is stored in parts, with its number of bytes and its hash', async () => {
  const bytes = randomBytes(2 * MEGABYTE + 12_345)
  const answer = await send(bytes)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store'])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(answer.body).toEqual({
    success: true,
    file: expect.stringMatching(/^imf_\d+$/),
    bytes: bytes.length,
    sha256,
  })
  const { rows: parts } = await app.database.pool.query(
    `select length(p.bytes) as size, f.name, f.owner from transfer_parts p join transfer_files f on f.id = p.file_id
     where f.sha256 = $1 order by p.number`,
    [sha256],
  )
  expect(parts.map(({ size }) => size)).toEqual([MEGABYTE, MEGABYTE, 12_345])
  expect(parts[0]).toMatchObject({ name: 'backup.zip', owner: 'upload' })
  const id = Number(answer.body.file.slice(4))
  const source = storedBytes(app.services.db, {
    organizationId: tenant.organization.id,
    id,
    bytes: bytes.length,
    compressed: false,
  })
  expect(await buffer(source.read(0, bytes.length))).toEqual(bytes)
  expect(await buffer(source.read(MEGABYTE - 3, MEGABYTE + 4))).toEqual(
    bytes.subarray(MEGABYTE - 3, MEGABYTE + 4),
  )
  expect(await buffer(source.read(7, 7))).toEqual(Buffer.alloc(0))
})

test('a compressed file is read as it was written', async () => {
  const organizationId = tenant.organization.id
  const text = Buffer.from('line of an answer\n'.repeat(200_000))
  const file = {
    organizationId,
    owner: 'run',
    ownerId: 1,
    name: 'posts-page-1.json',
    compressed: true,
  } as const
  const stored = await storeFile(app.services.db, file, Readable.from([text]))
  expect(stored.bytes).toBe(text.length)
  const source = storedBytes(app.services.db, { organizationId, compressed: true, ...stored })
  expect((await buffer(source.read(0, text.length))).equals(text)).toBe(true)
})

test.each([
  ['without a name', '', 422],
  ['with a path as its name', '?name=..%2Fbackup.zip', 422],
  ['with a name of 256 characters', `?name=${'x'.repeat(256)}`, 422],
])('a file %s is refused', async (_what, query, status) => {
  const before = await rows()
  const answer = await send(Buffer.from('id'), undefined, query)
  expect([answer.status, answer.body.success]).toEqual([status, false])
  expect(await rows()).toEqual(before)
})

test('an empty file, a form and a compressed body are refused', async () => {
  const before = await rows()
  const form = new FormData()
  form.append('file', new Blob(['id']), 'posts.csv')
  const { session } = tenant.admin
  const answers = [
    await send(Buffer.alloc(0)),
    await app.call('POST', '/imports?name=posts.csv', { headers: session, body: form }),
    await send(Buffer.from('id'), { ...session, 'Content-Encoding': 'gzip' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([422, 415, 415])
  expect(await rows()).toEqual(before)
})

test('a file that is too large is refused, with or without its length, and leaves nothing', async () => {
  const before = await rows()
  const large = await send(Buffer.alloc(4 * MEGABYTE + 1))
  expect([large.status, large.body.error]).toEqual([413, 'ERROR_CODE_PAYLOAD_TOO_LARGE'])
  const body = Readable.toWeb(Readable.from(Array.from({ length: 5 }, () => randomBytes(MEGABYTE))))
  const unknown = await fetch(`${app.url}/imports?name=x.zip`, {
    method: 'POST',
    headers: tenant.admin.session,
    body: body as never,
    duplex: 'half',
  } as RequestInit)
  expect(unknown.status).toBe(413)
  expect(await rows()).toEqual(before)
})

test('the connection of a refused body serves the next request', async () => {
  const head = 'POST /imports?name=x.zip HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n'
  const credentials = Object.entries(tenant.admin.session).map(([name, value]) => `${name}: ${value}\r\n`)
  const chunk = `100000\r\n${'x'.repeat(MEGABYTE)}\r\n`
  const body = `${chunk.repeat(6)}0\r\n\r\n`
  const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const connection = await rawConnection(app, `${head}${credentials.join('')}\r\n${body}${next}`)
  const answers = await connection.closed
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test('an upload that is broken off, or does not go on, leaves nothing', async () => {
  const before = await rows()
  const credentials = Object.entries(tenant.admin.session).map(([name, value]) => `${name}: ${value}\r\n`)
  const start =
    `POST /imports?name=x.zip HTTP/1.1\r\nHost: x\r\n${credentials.join('')}Content-Length: 3000000\r\n\r\n` +
    'x'.repeat(2_000_000)
  const broken = await rawConnection(app, start)
  await vi.waitFor(async () => expect((await rows()).files).toBe(before.files + 1), DEADLINE_MS)
  broken.socket.destroy()
  await vi.waitFor(async () => expect(await rows()).toEqual(before), DEADLINE_MS)
  const stalled = await rawConnection(await startBeside(1_500), start)
  expect(await stalled.closed).toContain(' 408 ')
  expect(await rows()).toEqual(before)
})

test('a body may take longer than the timeout of requests while it goes on', async () => {
  const credentials = Object.entries(tenant.admin.session).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST /imports?name=slow.csv HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${credentials.join('')}Content-Length: 100\r\n\r\n`
  let answer = ''
  // A busy machine needs a longer time between the parts. The whole body takes longer than that of a request.
  for (let ms = 1_500; ms < 50_000 && !answer.includes(' 201 '); ms *= 2) {
    const connection = await rawConnection(await startBeside(ms), head)
    void trickle(connection, 'x', (ms + 2_500) / 100)
    answer = await connection.closed
  }
  expect(answer).toContain(' 201 ')
})

test('the sum of uploads that are not deleted yet is limited', async () => {
  const other = await createTenant(app)
  const full = Buffer.alloc(4 * MEGABYTE)
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await send(full, other.admin.session)).status)
  expect(statuses).toEqual([201, 201, 422])
})

test('only admins in person upload', async () => {
  const before = await rows()
  const file = Buffer.from('title')
  const { session } = await tenant.member('member')
  const customer = await tenant.sso({ email: 'ada@example.com' })
  const answers = [{}, tenant.key, session, customer].map((headers) => send(file, headers))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(await rows()).toEqual(before)
  expect((await send(file, tenant.keyAndAdmin)).status).toBe(201)
})
