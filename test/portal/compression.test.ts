import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({})
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
  await givePassword(app, [tenant.admin])
})

/** Reads the bytes of an answer as they are sent. */
async function bytesOf(path: string, headers: Record<string, string> = {}) {
  const sent = request(new URL(app.url), { path, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode: status, headers: answered } = response
  return { status, headers: answered, body: await buffer(response) }
}
const BROTLI = { 'Accept-Encoding': 'gzip, br' }

test.each(['/@acme', '/@acme/p/dark-mode', '/@acme/missing', '/@acme/changelog.atom', '/@acme/sitemap.xml'])(
  'a visitor gets %s compressed, with a tag of its own',
  async (path) => {
    const plain = await bytesOf(path)
    const compressed = await bytesOf(path, BROTLI)
    expect(plain.headers).toMatchObject({ vary: expect.stringContaining('Accept-Encoding') })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('Accept-Encoding'),
    })
    expect(brotliDecompressSync(compressed.body).equals(plain.body)).toBe(true)
    expect(compressed.headers.etag).not.toBe(plain.headers.etag)
    if (plain.status !== 200) return
    const again = { 'If-None-Match': String(compressed.headers.etag) }
    expect(await bytesOf(path, { ...BROTLI, ...again })).toMatchObject({ status: 304 })
    expect(await bytesOf(path, again)).toMatchObject({ status: 200 })
  },
)

test('style sheets and scripts are compressed', async () => {
  for (const path of ['/page.css', '/theme.css', '/@acme/theme.css', '/@acme/portal.js']) {
    const plain = await bytesOf(path)
    const compressed = await bytesOf(path, BROTLI)
    expect(compressed.headers['content-encoding'], path).toBe('br')
    expect(brotliDecompressSync(compressed.body).equals(plain.body), path).toBe(true)
  }
})

test('a page of a signed-in person, which contains secrets beside texts of its address, is not compressed', async () => {
  const { headers } = await app.call('POST', '/session', {
    body: { email: tenant.admin.email, password: PASSWORD },
    headers: { Origin: app.url },
  })
  const Cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  for (const path of ['/@acme?q=secret', '/@acme/p/dark-mode', '/@acme/new']) {
    const { status, headers: answered, body } = await bytesOf(path, { ...BROTLI, Cookie })
    expect([status, answered['content-encoding']], path).toEqual([200, undefined])
    expect(body.toString()).toContain('/session/end')
  }
})
