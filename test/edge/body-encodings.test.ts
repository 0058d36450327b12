import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

/** Sends a body of a type, and returns the status and the message or the name of the tag. */
async function send(
  bytes: Uint8Array,
  { type = 'application/json', coding = 'identity', path = '/api/v3/tags' } = {},
): Promise<[status: number, text: unknown]> {
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...tenant.key, 'Content-Type': type, 'Content-Encoding': coding },
    body: new Uint8Array(bytes),
  })
  const { message, tag } = (await answer.json()) as { message?: string; tag?: { name: string } }
  return [answer.status, message ?? tag?.name]
}

describe('the charset of a JSON body', () => {
  test.each(['utf8', '"UTF8"', 'utf8; a=b', 'utf-8', '"UTF-8"'])('%s is UTF-8', async (charset) => {
    const name = `Größe ${charset}`
    const type = `application/json; charset=${charset}`
    expect(await send(Buffer.from(JSON.stringify({ name })), { type })).toEqual([201, name])
  })

  test.each(['iso-8859-1', 'utf8x', 'klingon'])('%s is refused', async (charset) => {
    const type = `application/json; charset=${charset}`
    expect(await send(Buffer.from('{"name":"Charset"}'), { type })).toEqual([415, 'Send the body as UTF-8'])
  })

  test.each(['utf-16', 'UTF-16LE', 'utf-16be', 'utf-32'])(
    '%s is refused, so that no body escapes the limit of levels',
    async (charset) => {
      const type = `application/json; charset=${charset}`
      const deep = Buffer.from(`\uFEFF{"name":"Wide","more":${'['.repeat(200)}${']'.repeat(200)}}`, 'utf16le')
      for (const path of ['/api/v3/tags', '/oauth/token'])
        expect(await send(deep, { type, path })).toEqual([415, 'Send the body as UTF-8'])
      const answer = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { ...tenant.key, 'Content-Type': type },
        body: new Uint8Array(Buffer.from('{"query":"{ __typename }"}', 'utf16le')),
      })
      expect(answer.status).toBe(415)
    },
  )

  test('a body in another charset than it names is refused, and nothing is stored', async () => {
    const latin = Buffer.from('{"name":"Größe in Latin-1"}', 'latin1')
    expect(await send(latin)).toEqual([400, 'The body is not valid UTF-8'])
    expect(await send(gzipSync(latin), { coding: 'gzip' })).toEqual([400, 'The body is not valid UTF-8'])
    expect(await send(latin, { path: '/oauth/token' })).toEqual([400, 'The body is not valid UTF-8'])
    const { body } = await app.call('GET', '/api/v3/tags?per_page=100', { headers: tenant.key })
    const names = (body.tags as { name: string }[]).map(({ name }) => name)
    expect(names.filter((name) => /Latin|\uFFFD/.test(name))).toEqual([])
  })

  test('a byte order mark is no part of the body', async () => {
    expect(await send(Buffer.from('\uFEFF{"name":"Marked"}'))).toEqual([201, 'Marked'])
  })
})

describe('a refused body names its fault', () => {
  test.each(['gzip', 'br', 'deflate', 'zstd'])('bytes that are not %s', async (coding) => {
    expect(await send(Buffer.from('{"name":"Plain"}'), { coding })).toEqual([
      400,
      'The body is not valid JSON',
    ])
  })

  test('a compressed body that ends early', async () => {
    const bytes = gzipSync('{"name":"Short"}')
    const early = await send(bytes.subarray(0, bytes.length - 9), { coding: 'gzip' })
    expect(early).toEqual([400, 'The body is not valid JSON'])
  })

  test('compressed text that is not JSON', async () => {
    const text = brotliCompressSync('{"name":')
    expect(await send(text, { coding: 'br' })).toEqual([400, 'The body is not valid JSON'])
  })

  test('a form with more fields than any request has', async () => {
    const form = Array.from({ length: 1001 }, (_, index) => `f${index}=1`).join('&')
    const to = { type: 'application/x-www-form-urlencoded', path: '/oauth/token' }
    expect(await send(Buffer.from(form), to)).toEqual([400, 'The form has too many fields'])
  })
})
