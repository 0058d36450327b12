import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { sendFile, uploadPicture } from '../support/clients/uploads.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { avif, gif, jpeg, png, SECRET, webp } from '../support/fixtures/pictures.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ quotas: { uploadBytes: 12_000_000 } })
const tenant = useTenant(app)

const send = (bytes: Buffer, headers = tenant.admin.session, name?: string) =>
  sendFile(app, headers, bytes, name)
const upload = (bytes: Buffer, headers = tenant.admin.session) => uploadPicture(app, headers, bytes)
const read = (path: string, headers: Headers = {}) =>
  fetch(app.url + path, { headers: { ...tenant.admin.session, ...headers } })

const UPLOADS =
  '{ uploads { nodes { id url type width height size attachedAt uploadedBy { id } } totalCount } }'

test.each([
  ['png', 'png', 'image/png', png(), [4, 2]],
  ['jpeg', 'jpg', 'image/jpeg', jpeg(), [2, 4]],
  ['gif', 'gif', 'image/gif', gif(), [1, 1]],
  ['webp', 'webp', 'image/webp', webp(), [4, 2]],
  ['moving webp', 'webp', 'image/webp', webp({ isMoving: true, frames: 3 }), [4, 2]],
  ['avif', 'avif', 'image/avif', avif(), [4, 2]],
])('a %s is stored by its bytes, and without its metadata', async (_name, extension, type, bytes, size) => {
  expect(bytes.includes(SECRET)).toBe(true)
  const answer = await send(bytes)
  expect(answer.status).toBe(201)
  expect([answer.body.width, answer.body.height]).toEqual(size)
  const path = new URL(answer.body.url).pathname
  expect(path).toMatch(new RegExp(`^/uploads/[\\w-]{22}\\.${extension}$`))

  const picture = await read(path)
  const content = Buffer.from(await picture.arrayBuffer())
  expect(content.includes(SECRET)).toBe(false)
  expect(content.subarray(0, 3)).toEqual(bytes.subarray(0, 3))
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': type,
    'content-length': String(content.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
  })
  const other = extension === 'png' ? 'gif' : 'png'
  expect((await read(path.replace(/\w+$/, other))).status).toBe(404)
  expect((await read(path.replace(/\.\w+$/, ''))).status).toBe(404)
})

test('a conditional request is answered without the bytes', async () => {
  const path = await upload(png({ random: 200_000 }))
  const tag = (await read(path)).headers.get('etag') ?? ''
  app.statements.length = 0
  const again = await read(path, { 'If-None-Match': tag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(app.statements.filter((text) => /bytes/.test(text))).toEqual([])
  expect((await read('/uploads/AAAAAAAAAAAAAAAAAAAAAA.png', { 'If-None-Match': tag })).status).toBe(404)
})

test.each([
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  [
    'the first bytes of a PNG before HTML',
    Buffer.concat([png().subarray(0, 8), Buffer.from('<script>alert(1)</script>')]),
  ],
  ['a GIF that is a script', Buffer.from('GIF89a/*\0\0\0*/=1;alert(1)')],
  ['half a PNG', png().subarray(0, 60)],
  ['half a JPEG', jpeg().subarray(0, 200)],
  ['an AVIF whose items lie in its metadata', Buffer.concat([avif().subarray(0, 100)])],
])('%s is refused under any name', async (_what, bytes) => {
  for (const name of ['picture.png', 'picture.svg'])
    expect((await send(bytes, undefined, name)).status).toBe(415)
})

test('what follows a picture is dropped', async () => {
  const path = await upload(Buffer.concat([png(), Buffer.from('<script>alert(1)</script>')]))
  expect(await (await read(path)).text()).not.toContain('script')
})

test('no bytes that begin as a picture stop the service', async () => {
  for (const start of [png(), jpeg(), gif(), webp(), avif()])
    for (let length = 13; length < start.length; length += 7) {
      const bytes = Buffer.concat([start.subarray(0, length), randomBytes(64)])
      expect([201, 415]).toContain((await send(bytes)).status)
    }
})

test('5 MB are accepted, and one byte more is refused', async () => {
  const base = png({ noise: 1 }).length - 1
  const most = png({ noise: 5 * 1_048_576 - base })
  expect(most.length).toBe(5 * 1_048_576)
  const path = await upload(most)
  expect((await read(path)).status).toBe(200)
  expect((await send(Buffer.concat([most, Buffer.from([0])]))).status).toBe(413)
})

test('40 megapixels are the most', async () => {
  expect((await send(png({ width: 8_000, height: 5_000 }))).status).toBe(201)
  const refused = await send(png({ width: 8_001, height: 5_000 }))
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('megapixels')])
})

test('40 megapixels are the most also of a first image larger than the screen of a GIF', async () => {
  const large = gif()
  const image = large.lastIndexOf(0x2c)
  large.fill(0xff, image + 5, image + 9)
  expect((await send(large)).status).toBe(422)
  large.writeUInt16LE(300, image + 5)
  large.writeUInt16LE(200, image + 7)
  expect((await send(large)).body).toMatchObject({ width: 300, height: 200 })
})

test('only people upload', async () => {
  expect((await send(png(), {})).status).toBe(403)
  expect((await send(png(), { Origin: app.url })).status).toBe(401)
  expect((await send(png(), tenant.key)).status).toBe(403)
  const foreign = await createTenant(app)
  const elsewhere = { ...foreign.admin.session, 'X-Organization': tenant.organization.slug }
  expect((await send(png(), elsewhere)).status).toBe(403)
  const customer = await tenant.sso({ email: 'blocked@uploads.example' })
  await upload(png(), { ...tenant.key, ...customer })
  await app.database.pool.query(`update users set blocked = true where email = 'blocked@uploads.example'`)
  expect((await send(png(), { ...tenant.key, ...customer })).status).toBe(403)
})

test("another organization's pictures are neither listed nor deleted", async () => {
  const path = await upload(png())
  const { uploads } = await run(app, tenant.admin.session, UPLOADS)
  const own = uploads.nodes.find(({ url }: { url: string }) => url.endsWith(path))
  expect(own).toMatchObject({
    type: 'PNG',
    width: 4,
    height: 2,
    attachedAt: null,
    uploadedBy: { id: `usr_${tenant.admin.id}` },
  })
  const other = await createTenant(app)
  expect((await run(app, other.admin.session, UPLOADS)).uploads.nodes).toEqual([])
  const refused = await app.graphql(
    'mutation ($id: ID!) { deleteUpload(input: { id: $id }) { errors { code } } }',
    { id: own.id },
    other.admin.session,
  )
  expect(refused.body.data.deleteUpload.errors).toEqual([{ code: 'NOT_FOUND' }])
  const node = await app.graphql(
    'query ($id: ID!) { node(id: $id) { id } }',
    { id: own.id },
    other.admin.session,
  )
  expect(node.body.data.node).toBeNull()
  const customer = { ...tenant.key, ...(await tenant.sso({ email: 'reader@uploads.example' })) }
  expect((await app.graphql(UPLOADS, {}, customer)).body.errors[0].extensions.code).toBe('FORBIDDEN')
  expect((await read(path)).status).toBe(200)
})
