import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../src/lib/concurrency/loop.ts'
import { importCsv, importOf, startImporter, upload } from '../support/fixtures/csv.ts'
import { nextPage } from '../support/clients/links.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let importer: Job

beforeAll(() => {
  importer = startImporter(app)
})
afterAll(() => importer.stop())

const bring = (csv: string | Uint8Array<ArrayBuffer>) => importCsv(app, tenant.keyAndAdmin, csv)
const rowOf = async (email: string) =>
  (
    await app.database.pool.query(
      'select name, labels, starred, blocked, avatar_url, custom_fields from users where organization_id = $1 and email = $2',
      [tenant.organization.id, email],
    )
  ).rows[0] as Record<string, unknown> | undefined
const count = async (sql: string) => (await app.database.pool.query(sql)).rows[0].count as number

test('imports 2,000 rows with a BOM, semicolons and quoted line breaks, and returns each bad row with its reasons', async () => {
  const bad = new Set([7, 700, 1999])
  const lines = Array.from({ length: 2000 }, (_, index) => {
    const row = index + 1
    const email = bad.has(row) ? `no address ${row}` : `p${row}@bulk.example`
    return `"${email}";"Person ""${row}""\r\nof two; lines";a,b;gold`
  })
  const csv = `\uFEFFE-Mail;Name;Labels;custom_fields.plan\r\n${lines.join('\r\n')}\r\n\r\n`
  const { status, body } = await upload(app, tenant.keyAndAdmin, csv)
  expect([status, body]).toEqual([
    202,
    { message: 'The import has been accepted', status: 202, success: true, import_id: expect.any(Number) },
  ])
  expect((await importOf(app, tenant.keyAndAdmin, body.import_id)).body.import).toMatchObject({
    total: 2000,
    failed: 3,
  })
  const done = await importCsv(app, tenant.keyAndAdmin, 'email\nafterwards@bulk.example')
  expect(done.import).toMatchObject({ total: 1, created: 1 })

  const { body: first } = await importOf(app, tenant.keyAndAdmin, body.import_id, '?per_page=2')
  expect(first.import).toMatchObject({
    id: body.import_id,
    state: 'done',
    total: 2000,
    processed: 2000,
    created: 1997,
    updated: 0,
    failed: 3,
    ignored_columns: [],
  })
  expect(first.errors).toEqual(
    [7, 700].map((row) => ({
      row,
      email: `no address ${row}`,
      message: 'Email is invalid',
      errors: { email: ['is invalid'] },
    })),
  )
  const second = await importOf(app, tenant.keyAndAdmin, body.import_id, '?per_page=2&page=2')
  expect(second.body.errors.map(({ row }: { row: number }) => row)).toEqual([1999])
  expect(nextPage(second.headers)).toBeNull()
  expect(await rowOf('p1998@bulk.example')).toMatchObject({
    name: 'Person "1998"\nof two; lines',
    labels: ['a', 'b'],
    custom_fields: { plan: 'gold' },
  })
  expect(await count(`select count(*)::int from users where email like '%@bulk.example'`)).toBe(1998)
  expect(
    await count(
      `select count(*)::int from events where type = 'customer_created' and snapshot->>'email' like '%@bulk.example'`,
    ),
  ).toBe(1998)
  expect(await count('select count(*)::int from import_rows')).toBe(0)
})

test('reads headings in any case with synonyms, and changes only the given fields of an existing customer', async () => {
  await bring(
    'email,name,labels,starred,custom_fields.plan\nknown@upsert.example,Known,"a;b, c,""d, e""",YES,gold\n',
  )
  const first = await rowOf('known@upsert.example')
  expect(first).toMatchObject({
    name: 'Known',
    labels: ['a', 'b', 'c', 'd, e'],
    starred: true,
    custom_fields: { plan: 'gold' },
  })
  const done = await bring(
    [
      'E-MAIL ADDRESS\tFull Name\tProfile picture\tCustom Fields[seats]\tcustom_fields\tPhone\tBLOCKED\tStarred',
      'KNOWN@upsert.example\t\thttps://cdn.example/k.png\t25\t"{""tier"": 2}"\t12\t1\t',
      'known@upsert.example\t\t\t\t\t\t0\t',
      "guarded@upsert.example\t'=1+1\t\t\t\t\t\t",
    ].join('\n'),
  )
  expect(done.import).toMatchObject({ created: 1, updated: 2, failed: 0, ignored_columns: ['Phone'] })
  expect(await rowOf('known@upsert.example')).toEqual({
    ...first,
    avatar_url: 'https://cdn.example/k.png',
    blocked: false,
    custom_fields: { tier: 2, seats: '25' },
  })
  expect(await rowOf('guarded@upsert.example')).toMatchObject({ name: '=1+1' })
  const changed = await app.database.pool.query(
    `select type from events where snapshot->>'email' = 'known@upsert.example' order by id`,
  )
  expect(changed.rows.map(({ type }) => type as string)).toEqual(['customer_created', 'customer_updated'])
})

test('reports each row with a problem, and stores the others', async () => {
  const csv = [
    'email,name,starred,profile_picture_url,custom_fields',
    'good@mixed.example,Good,,,',
    ',Nobody,,,',
    'short@mixed.example,Short',
    'long@mixed.example,Long,,,,,',
    'nul@mixed.example,a\0b,,,',
    'many@mixed.example,,maybe,ftp://x,[1]',
    `huge@mixed.example,${'n'.repeat(200_000)},,,`,
    `name@mixed.example,${'n'.repeat(256)},,,`,
    ',,,,',
    'last@mixed.example,Last,,,',
  ].join('\n')
  const { import: run, errors } = await bring(csv)
  expect(run).toMatchObject({ total: 9, created: 2, failed: 7 })
  expect(errors).toEqual([
    { row: 2, email: null, message: '"email" can\'t be blank.', errors: { email: ["can't be blank"] } },
    ...[
      [3, 'short@mixed.example', 2],
      [4, 'long@mixed.example', 7],
    ].map(([row, email, values]) => ({
      row,
      email,
      message: `"row" must contain 5 values, as the headings, not ${values}.`,
      errors: { row: [`must contain 5 values, as the headings, not ${values}`] },
    })),
    {
      row: 5,
      email: 'nul@mixed.example',
      message: '"name" contains a NUL character.',
      errors: { name: ['contains a NUL character'] },
    },
    {
      row: 6,
      email: 'many@mixed.example',
      message: '"starred" must be true or false.',
      errors: {
        starred: ['must be true or false'],
        custom_fields: ['must be a JSON object'],
        profile_picture_url: ['must be an http or https URL'],
      },
    },
    {
      row: 7,
      email: 'huge@mixed.example',
      message: '"row" is too long (maximum is 100000 characters).',
      errors: { row: ['is too long (maximum is 100000 characters)'] },
    },
    {
      row: 8,
      email: 'name@mixed.example',
      message: '"name" is too long (maximum is 255 characters).',
      errors: { name: ['is too long (maximum is 255 characters)'] },
    },
  ])
  expect(await rowOf('last@mixed.example')).toMatchObject({ name: 'Last' })
})

test('reads UTF-16, windows-1252, CR line ends and unquoted spaces', async () => {
  const utf16 = Buffer.from('\uFEFFemail,name\na@encoded.example,Grüße €', 'utf16le')
  await bring(new Uint8Array(utf16))
  await bring(
    new Uint8Array(
      Buffer.from(utf16)
        .swap16()
        .map((byte, index) => (index === 18 ? byte : byte)),
    ),
  )
  await bring(new Uint8Array(Buffer.from('email;name\rb@encoded.example; "Müller" \r', 'latin1')))
  expect((await rowOf('a@encoded.example'))?.name).toBe('Grüße €')
  expect((await rowOf('b@encoded.example'))?.name).toBe('Müller')
})
