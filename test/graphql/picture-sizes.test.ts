import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sendFile, uploadPicture } from '../support/clients/uploads.ts'
import { avif, gif, jpeg, png, webp } from '../support/fixtures/pictures.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const send = (bytes: Buffer) => sendFile(app, tenant.admin.session, bytes)

/** Data of a lossless WebP whose header has the largest size, 16384 × 16384 (RFC 9649 section 3.4). */
const HUGE = Buffer.from('2fffffff0f07d0fffef7bfff8188e87f00', 'hex')
/** A picture of 2 × 2 pixels as libavif writes it. */
const WRITTEN = `AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxp
YmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29s
b3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAA
AAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=`

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#468' } })

/** Uploads a picture. Returns what is stored, with all frames below each other, and its size as the answer names it. */
async function stored(bytes: Buffer) {
  const path = await uploadPicture(app, tenant.admin.session, bytes)
  const content = Buffer.from(
    await (await fetch(app.url + path, { headers: tenant.admin.session })).arrayBuffer(),
  )
  return { content, metadata: await sharp(content, { pages: path.endsWith('png') ? 1 : -1 }).metadata() }
}

test.each([
  ['a WebP', webp({ image: HUGE })],
  ['a frame of a moving WebP', webp({ image: HUGE, isMoving: true })],
  ['an AVIF', avif([2, 1])],
  ['one side of an AVIF', avif([2, 4])],
])('%s whose data is larger than the size in its container is no picture', async (_what, bytes) => {
  expect((await send(bytes)).status).toBe(415)
})

test('a JPEG with two sizes is no picture', async () => {
  const whole = jpeg()
  const at = whole.indexOf(Buffer.from([0xff, 0xc0]))
  const frame = whole.subarray(at, at + 2 + whole.readUInt16BE(at + 2))
  expect((await send(Buffer.concat([whole.subarray(0, at), frame, whole.subarray(at)]))).status).toBe(415)
})

test.each([
  ['a moving WebP', webp({ isMoving: true }), [4, 2]],
  ['an AVIF of an encoder', Buffer.from(WRITTEN, 'base64'), [2, 2]],
  ['an AVIF', avif(), [4, 2]],
])('%s within its container is stored', async (_what, bytes, [width, height]) => {
  expect(await send(bytes)).toMatchObject({ status: 201, body: { width, height } })
})

test.each([
  ['a GIF with many frames', gif({ side: 6_000, image: 6_000, frames: 40 })],
  ['a moving WebP with many frames', webp({ side: 6_000, isMoving: true, frames: 40 })],
  ['a JPEG with many scans', jpeg({ width: 6_000, height: 6_000, scans: 40 })],
])('%s that a browser decodes for minutes is refused', async (_what, bytes) => {
  const answer = await send(bytes)
  expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('megapixels') } })
})

test.each([
  ['a GIF', gif({ side: 600, frames: 400 })],
  ['a moving WebP', webp({ side: 600, isMoving: true, frames: 400 })],
  ['a progressive JPEG', await drawn(6_000, 6_000).jpeg({ progressive: true }).toBuffer()],
])('%s of usual length is stored', async (_what, bytes) => {
  expect(await send(bytes)).toMatchObject({ status: 201 })
})

test('a moving PNG is stored as its still picture', async () => {
  const { content, metadata } = await stored(png({ width: 600, height: 600, frames: 400 }))
  expect(content.includes('fcTL')).toBe(false)
  expect(metadata).toMatchObject({ format: 'png', width: 600, height: 600 })
})

test('the longer side has at most 2,560 pixels, and a turned picture has the right side up', async () => {
  const turned = await drawn(4_000, 2_000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { metadata } = await stored(turned)
  expect(metadata).toMatchObject({ format: 'jpeg', width: 1_280, height: 2_560 })
  expect(metadata.orientation).toBeUndefined()
})

test.each([
  ['gif', gif({ side: 1_000, frames: 120 })],
  ['webp', webp({ side: 1_000, isMoving: true, frames: 120 })],
])('a %s of 120 megapixels in its frames is made smaller', async (format, bytes) => {
  expect((await stored(bytes)).metadata).toMatchObject({ format, width: 912 })
})

test.each(['gif', 'webp'] as const)(
  'a moving %s keeps its frames, their times and its loops',
  async (format) => {
    const frames = Buffer.concat([0, 100, 200].map((grey) => Buffer.alloc(20 * 10 * 3, grey)))
    const raw = { width: 20, height: 30, channels: 3, pageHeight: 10 } as const
    const moving = { delay: [100, 200, 300], loop: 4 }
    const { metadata } = await stored(await sharp(frames, { raw })[format](moving).toBuffer())
    expect(metadata).toMatchObject({ format, width: 20, pageHeight: 10, pages: 3, ...moving })
  },
)

test('a PNG with a palette and a lossless WebP lose nothing', async () => {
  const pixels = Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 37) % 256))
  const raw = sharp(pixels, { raw: { width: 50, height: 20, channels: 3 } })
  const limited = await raw.clone().png({ palette: true }).toBuffer()
  for (const bytes of [
    limited,
    await raw.clone().webp({ lossless: true }).toBuffer(),
    await raw.png().toBuffer(),
  ]) {
    const { content } = await stored(bytes)
    expect(await sharp(content).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
  }
})

test('an AVIF has at most 16 megapixels', async () => {
  expect((await send(await drawn(4_000, 4_000).avif({ effort: 0 }).toBuffer())).status).toBe(201)
  const refused = await send(avif([4_001, 4_000]))
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('more than 16 megapixels')])
})
