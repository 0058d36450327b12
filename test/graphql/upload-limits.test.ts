import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { sendFile, uploadPicture } from '../support/clients/uploads.ts'
import { png } from '../support/fixtures/pictures.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ quotas: { uploadBytes: 12_000_000 } })
const tenant = useTenant(app)

const send = (bytes: Buffer, headers = tenant.admin.session) => sendFile(app, headers, bytes)
const upload = (bytes: Buffer, headers = tenant.admin.session) => uploadPicture(app, headers, bytes)

test('a customer uploads 20 pictures in an hour, also at once', async () => {
  const headers = { ...tenant.key, ...(await tenant.sso({ email: 'keen@uploads.example' })) }
  await upload(png(), headers)
  const answers = await Promise.all(Array.from({ length: 24 }, () => send(png(), headers)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
  await app.database.pool.query(`update uploads set created_at = created_at - interval '1 hour'`)
  await upload(png(), headers)
})

test('a customer uploads 50 MB in a day, of which pictures that grow older count no more', async () => {
  const headers = { ...tenant.key, ...(await tenant.sso({ email: 'eager@uploads.example' })) }
  const paths = [await upload(png(), headers), await upload(png(), headers)]
  const age = async (hours: number, bytes: number) => {
    const key = paths.pop()?.slice('/uploads/'.length, -'.png'.length)
    const older = `update uploads set size = $2, created_at = created_at - make_interval(hours => $3) where key = $1`
    await app.database.pool.query(older, [key, bytes, hours])
  }
  await age(2, 26 * 1_048_576)
  await age(20, 24 * 1_048_576)
  const refused = await send(png(), headers)
  expect([refused.status, refused.text]).toEqual([
    429,
    expect.stringContaining('at most 50 MB of pictures in a day'),
  ])
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3.9 * 3_600)
  expect(wait).toBeLessThanOrEqual(4 * 3_600)
  await app.database.pool.query(`update uploads set created_at = created_at - interval '4 hours'`)
  await upload(png(), headers)
})

test('the quota holds, and a deletion frees it', async () => {
  const other = await createTenant(app)
  const large = png({ random: 4_500_000 })
  await upload(large, other.admin.session)
  await upload(large, other.admin.session)
  const refused = await send(large, other.admin.session)
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('at most 11 MB')])
  const { uploads } = await run(app, other.admin.session, '{ uploads { nodes { id url } } }')
  expect(uploads.nodes).toHaveLength(2)
  const path = new URL(uploads.nodes[0].url).pathname
  const deleted = await run(
    app,
    other.admin.session,
    'mutation ($id: ID!) { deleteUpload(input: { id: $id }) { deletedUploadId errors { code } } }',
    { id: uploads.nodes[0].id },
  )
  expect(deleted.deleteUpload).toEqual({ deletedUploadId: uploads.nodes[0].id, errors: [] })
  expect((await fetch(app.url + path, { headers: other.admin.session })).status).toBe(404)
  await upload(large, other.admin.session)
})
