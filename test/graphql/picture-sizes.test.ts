import { expect, test } from 'vitest'
import { sendFile } from '../support/clients/uploads.ts'
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

test.each([
  ['a WebP', webp({ image: HUGE })],
  ['a frame of a moving WebP', webp({ image: HUGE, isMoving: true })],
  ['an AVIF', avif([16_384, 16_384])],
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
  ['a GIF with many frames', gif({ side: 6_000, frames: 40 })],
  ['a moving PNG with many frames', png({ width: 6_000, height: 6_000, frames: 40 })],
  ['a moving WebP with many frames', webp({ side: 6_000, isMoving: true, frames: 40 })],
  ['a JPEG with many scans', jpeg({ width: 6_000, height: 6_000, scans: 40 })],
])('%s that a browser decodes for minutes is refused', async (_what, bytes) => {
  const answer = await send(bytes)
  expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('megapixels') } })
})

test.each([
  ['a GIF', gif({ side: 600, frames: 400 })],
  ['a moving PNG', png({ width: 600, height: 600, frames: 400 })],
  ['a moving WebP', webp({ side: 600, isMoving: true, frames: 400 })],
  ['a progressive JPEG', jpeg({ width: 6_000, height: 6_000, scans: 12 })],
])('%s of usual length is stored', async (_what, bytes) => {
  expect(await send(bytes)).toMatchObject({ status: 201 })
})
