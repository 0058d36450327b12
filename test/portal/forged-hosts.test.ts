import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { fillPortal, openPortal, pathsOf } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
let paths: string[]

beforeAll(async () => {
  paths = pathsOf(await fillPortal(app, tenant), tenant.admin.id).map((path) => `/@acme${path}`)
  await openPortal(app, tenant)
})

/** Sends a request with any target and headers, and returns the whole answer as text. */
function sendRaw(target: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (part) => (text += String(part)))
  socket.on('error', reject)
  socket.on('close', () => resolve(text))
  socket.write([`GET ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  return promise
}

const own = () => ({ Host: new URL(app.url).host })

test.each<[string, (path: string) => Promise<string>]>([
  ['X-Forwarded-Host of no proxy', (path) => sendRaw(path, { ...own(), 'X-Forwarded-Host': 'evil.example' })],
  ['Forwarded', (path) => sendRaw(path, { ...own(), Forwarded: 'host=evil.example;proto=https' })],
  ['a foreign Host', (path) => sendRaw(path, { Host: 'evil.example' })],
  ['an absolute target', (path) => sendRaw(`http://evil.example${path}`, own())],
  ['two slashes', (path) => sendRaw(`//evil.example${path}`, own())],
  ['a parameter with line ends', (path) => sendRaw(`${path}?x=%0d%0aX-Evil:%20evil.example`, own())],
])('%s changes no page that the next reader receives', async (_what, send) => {
  for (const path of paths) {
    await send(path)
    const page = await sendRaw(path, own())
    expect(page, path).toMatch(/^HTTP\/1.1 [234]/)
    expect(page, path).not.toContain('evil.example')
  }
})

test('no answer has a header that a target contains', async () => {
  for (const path of ['/@acme', '/@nobody', '/%40acme', '/@acme/p/x', '/p/x', '/uploads/x', '/api/v3/tags'])
    for (const end of [
      '%0d%0aX-Evil:%20a',
      '%0aX-Evil:%20a',
      '%E5%98%8A%E5%98%8DX-Evil:%20a',
      '?a=%0d%0aX-Evil:a',
    ]) {
      const [head = ''] = (await sendRaw(path + end, own())).split('\r\n\r\n')
      expect(head, path + end).toMatch(/^HTTP\/1.1 [234]/)
      expect(
        head
          .toLowerCase()
          .split('\r\n')
          .filter((line) => line.startsWith('x-evil')),
      ).toEqual([])
    }
})
