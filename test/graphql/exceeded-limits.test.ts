import { expect, test } from 'vitest'
import { upload } from '../support/fixtures/csv.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const exporter = useTenant(app)

const ERRORS = 'errors { code message field problem retryAfter }'
const IMPORT_CSV = `mutation { importCustomersFromCsv(input: { csv: "email\\nann@people.example" }) { ${ERRORS} } }`

/** Operations and the number of their unfinished runs that an organization can have. */
test.each([
  ['startExport', `mutation { startExport(input: {}) { ${ERRORS} } }`, 3, 60],
  ['exportPerson', `mutation { exportPerson(input: {}) { ${ERRORS} } }`, 1, 60],
  [
    'planImport',
    `mutation { planImport(input: { source: CANNY, from: { api: { key: "key" } } }) { ${ERRORS} } }`,
    5,
    60,
  ],
  ['importCustomersFromCsv', IMPORT_CSV, 10, 10],
])('%s above its limit has an error in its payload', async (name, query, most, retryAfter) => {
  const run = async () => (await app.graphql(query, {}, tenant.admin.session)).body
  for (let count = 0; count < most; count++) expect((await run()).data[name].errors).toEqual([])
  const { data, errors } = await run()
  expect(errors).toBeUndefined()
  expect(data[name].errors).toEqual([
    {
      code: 'LIMIT_EXCEEDED',
      message: expect.stringMatching(/try again/),
      field: null,
      problem: null,
      retryAfter,
    },
  ])
})

test('an exceeded limit leaves an idempotency key unused, unless another field of the document has changed something', async () => {
  const headers = { ...exporter.admin.session }
  const begin = `startExport(input: {}) { exportRun { id } errors { code } }`
  const send = (key: string, query: string) => app.graphql(query, {}, { ...headers, 'Idempotency-Key': key })
  for (let count = 0; count < 3; count++) await app.graphql(`mutation { ${begin} }`, {}, headers)
  const refused = { exportRun: null, errors: [{ code: 'LIMIT_EXCEEDED' }] }
  const alone = `mutation { ${begin} none: deleteTag(input: { id: "tag_987654" }) { errors { code } } }`
  const both = `mutation { ${begin} createTag(input: { name: "Both" }) { tag { name } } }`
  expect((await send('alone', alone)).body.data.startExport).toEqual(refused)
  const first = await send('both', both)
  expect(first.body.data).toEqual({ startExport: refused, createTag: { tag: { name: 'Both' } } })
  await app.database.pool.query(`delete from export_runs where organization_id = $1`, [
    exporter.organization.id,
  ])
  expect((await send('alone', alone)).body.data.startExport).toMatchObject({ errors: [] })
  expect((await send('both', both)).text).toBe(first.text)
})

test('REST answers 429 above the limit of imports, and the key of the request can be used again', async () => {
  const fresh = { ...exporter.keyAndAdmin, 'Idempotency-Key': 'file' }
  for (let count = 0; count < 10; count++) await app.graphql(IMPORT_CSV, {}, exporter.admin.session)
  const refused = await upload(app, fresh, 'email\nann@people.example')
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    429,
    '10',
    {
      success: false,
      status: 429,
      error: 'ERROR_CODE_RATE_LIMITED',
      message: 'An organization can have 10 imports waiting at a time; try again later',
    },
  ])
  await app.database.pool.query(`delete from import_runs where organization_id = $1`, [
    exporter.organization.id,
  ])
  expect((await upload(app, fresh, 'email\nann@people.example')).status).toBe(202)
})
