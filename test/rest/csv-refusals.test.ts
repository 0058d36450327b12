import { expect, test, vi } from 'vitest'
import { rawConnection } from '../support/clients/raw-http.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { csvForm, upload } from '../support/fixtures/csv.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ limits: { bodyTimeout: DEADLINE_MS } })
const tenant = useTenant(app)
const stranger = useTenant(app)

const keyed = (key: string) => ({ ...tenant.keyAndAdmin, 'Idempotency-Key': key })
const refused = async (csv: string | Uint8Array<ArrayBuffer>) => {
  const { status, body } = await upload(app, tenant.keyAndAdmin, csv)
  return [status, body.message]
}
const count = async (sql: string) => (await app.database.pool.query(sql)).rows[0].count as number

test('rejects a file that is no list of customers as a whole', async () => {
  const before = await count('select count(*)::int from import_runs')
  const rows = (number: number) => `email\n${'a@over.example\n'.repeat(number)}`
  expect(await refused(rows(2001))).toEqual([422, '"csv_file" must contain at most 2000 rows.'])
  expect(await refused('email,name\na@x.example,A\n\nb@x.example,"B\nc@x.example,C\n')).toEqual([
    422,
    '"csv_file" contains a quote that is not closed, in the row that starts in line 3.',
  ])
  expect(await refused('email,name\n"a"b@x.example,A\n')).toEqual([
    422,
    '"csv_file" contains a misplaced quote in line 2.',
  ])
  expect(await refused('name,phone\nAda,1')).toEqual([
    422,
    '"csv_file" must contain a column "email" in its first row.',
  ])
  expect(await refused('email,name,Name\na@x.example,A,B')).toEqual([
    422,
    '"csv_file" contains more than one column "name".',
  ])
  expect(await refused(`email${',x'.repeat(100)}\n`)).toEqual([
    422,
    '"csv_file" must contain at most 100 columns.',
  ])
  expect(await refused(`email,name\n${','.repeat(200_000)}x\n`)).toEqual([
    422,
    '"csv_file" must contain at most 100 columns.',
  ])
  expect(await refused(' \n\n')).toEqual([422, '"csv_file" can\'t be blank.'])
  expect(
    await refused(new Uint8Array(Buffer.concat([Buffer.from('email\nü'), Buffer.from([0xfc])]))),
  ).toEqual([400, '"csv_file" must be UTF-8, UTF-16 with a byte order mark, or windows-1252.'])
  expect(await refused(rows(1) + ' '.repeat(5 * 1024 * 1024))).toEqual([413, 'The file is larger than 5 MB'])
  expect(await count('select count(*)::int from import_runs')).toBe(before)
})

test('empty rows count if they have another number of values than the headings, because they take long to parse', async () => {
  const empty = ',\n'.repeat(100_000)
  expect(await refused(`email\n${empty}a@empty.example,\n`)).toEqual([
    422,
    '"csv_file" must contain at most 2000 rows.',
  ])
  expect(await refused(`email,name\n${empty}a@empty.example,A\n`)).toEqual([
    202,
    'The import has been accepted',
  ])
})

test('rejects a form without the file, with two files, an incomplete one and one without boundary', async () => {
  const send = async (body: unknown, type?: string) => {
    const headers = { ...tenant.keyAndAdmin, ...(type !== undefined && { 'Content-Type': type }) }
    const answer = await app.call('POST', '/api/v3/customers/import', { headers, body })
    return [answer.status, answer.body.message]
  }
  const two = csvForm('email')
  two.append('csv_file', new Blob(['email']))
  expect(await send(csvForm('email\na@x.example', 'file'))).toEqual([422, '"csv_file" can\'t be blank.'])
  expect(await send(two)).toEqual([400, '"csv_file" is given more than once.'])
  const crowded = csvForm('email\na@x.example')
  for (let index = 0; index < 30; index++) crowded.append(`field${index}`, 'x')
  expect(await send(crowded)).toEqual([400, 'The form has too many fields'])
  expect(
    await send(
      '--b\r\nContent-Disposition: form-data; name="csv_file"\r\n\r\nemail',
      'multipart/form-data; boundary=b',
    ),
  ).toEqual([400, 'The body is not a valid form'])
  expect(await send('email', 'multipart/form-data')).toEqual([400, 'The type of the body has no boundary'])
  expect(await send('email', 'text/csv')).toEqual([415, 'Send the body as application/json'])
  const plain = new FormData()
  plain.append('utf8', '✓')
  plain.append('csv_file', 'email\nplain@field.example')
  expect(await send(plain)).toEqual([202, 'The import has been accepted'])
})

test('uploads with an idempotency key take turns as those without, and hold no connections while they wait', async () => {
  const holder = await app.database.pool.connect()
  await holder.query('begin; lock table import_runs in exclusive mode')
  const queued = vi.spyOn(app.services.bulk, 'run')
  const uploads = ['one', 'two', 'three', 'four'].map((key) =>
    upload(app, keyed(key), `email\n${key}@turns.example`),
  )
  await expect.poll(() => queued.mock.calls.length).toBe(uploads.length)
  await waitForLock(app)
  const reserved = await count(`select count(*)::int from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`)
  await holder.query('rollback')
  holder.release()
  expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(reserved).toBe(1)
})

test('an organization uploads 20 files at a time, and interrupted uploads make room for others', async () => {
  const headers = { ...tenant.keyAndAdmin, Host: 'localhost', 'Content-Length': '5000000' }
  const part = '--b\r\nContent-Disposition: form-data; name="csv_file"\r\n\r\nemail'
  const head = [
    'POST /api/v3/customers/import HTTP/1.1',
    'Content-Type: multipart/form-data; boundary=b',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n')
  const slow = await Promise.all(
    Array.from({ length: 21 }, () => rawConnection(app, `${head}\r\n\r\n${part}`)),
  )
  // The others are being received once one is refused.
  await expect.poll(() => slow.map((one) => one.text()).join('')).toContain(' 429 ')
  expect(await refused('name')).toEqual([
    429,
    'An organization can upload 20 files at a time; try again later',
  ])
  expect((await upload(app, stranger.keyAndAdmin, 'name')).status).toBe(422)
  for (const { socket } of slow) socket.destroy()
  await expect.poll(async () => (await refused('name'))[0]).toBe(422)
})
