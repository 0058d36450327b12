import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

/** Creates a tag with a body in a content coding. */
const send = (coding: string, body: string | Uint8Array<ArrayBuffer>) =>
  fetch(`${app.url}/api/v3/tags`, {
    method: 'POST',
    headers: { ...tenant.key, 'Content-Type': 'application/json', 'Content-Encoding': coding },
    body,
  })

test('a body may be compressed, and its limit counts what it expands to', async () => {
  expect((await send('gzip', new Uint8Array(gzipSync('{"name":"Small"}')))).status).toBe(201)
  const huge = new Uint8Array(gzipSync(`{"name":"${' '.repeat(3_000_000)}"}`))
  expect((await send('gzip', huge)).status).toBe(413)
})

test('an unknown content coding is refused with the header at fault', async () => {
  const answer = await send('compress', '{"name":"Mobile"}')
  expect([answer.status, await answer.json()]).toEqual([
    415,
    {
      success: false,
      status: 415,
      error: 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE',
      message: 'Send the body without Content-Encoding, or as gzip',
    },
  ])
})
