import { beforeAll, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')

beforeAll(() => openPortal(app, tenant))

const read = (path: string) => open(app, path, { ...tenant.key, Accept: 'application/json' })

test.each([
  ['/api/v3/tags/', 200],
  ['/api/v3/feature_requests/?page=1', 200],
  ['/.well-known/oauth-authorization-server/', 200],
  ['/graphql/?query={__typename}', 200],
  ['/healthz/', 200],
  ['/docs/', 200],
  ['/@acme/', 200],
  ['/@acme/roadmap/', 200],
  ['/console/', 200],
])('%s is the route without the slash at its end', async (path, status) => {
  expect((await read(path)).status).toBe(status)
})

test.each([
  '/api/v3//tags',
  '/api/v3/tags//',
  '//api/v3/tags',
  '/api//v3/tags',
  '/api/v3/./tags',
  '/api/v3/x/../tags',
  '/api/v3/%2e/tags',
  '/api/v3/x/%2e%2e/tags',
  '/api/v3%2Ftags',
  '/api/v3/tags%2F',
  '/api/v3/feature_requests%2Flatest',
  '/api/v3/Tags',
  '/api/v3/tags;v=1',
  '/api/v3\\tags',
  '/oauth//token',
  '//graphql',
  '/graphql//',
  '//healthz',
  '/@acme//roadmap',
  '/@acme/x/../roadmap',
  '/@acme/..%2F..%2Fhealthz',
  '/uploads/..%2F..%2Fhealthz',
  '/docs/assets/..%2F..%2Fpackage.json',
])('%s is no route', async (path) => {
  const answer = await read(path)
  expect(answer.status).toBe(404)
  expect(answer.text).not.toContain('"tags"')
})

test.each(['/api/v3/tags/1%2F2', '/api/v3/tags/..%2Fcustomers', '/api/v3/tags/1;x'])(
  '%s names no id',
  async (path) => {
    expect(await read(path)).toMatchObject({
      status: 400,
      text: expect.stringContaining('ERROR_CODE_INVALID_PARAM') as string,
    })
  },
)

test('a path that looks like another host leads nowhere', async () => {
  const { headers, status } = await read('//evil.example/p/x')
  expect(status).toBe(404)
  expect(headers.location).toBeUndefined()
})

test.each(['/@unknown', '/@unknown/roadmap', '/nothing', '/docs/nothing', '/uploads/nothing', '/%E0%A4%A'])(
  '%s is a page in words for browsers, and JSON for programs',
  async (path) => {
    const ask = (accept: string) => open(app, path, { Accept: accept, 'Accept-Language': 'de' })
    const page = await ask('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.headers.vary).toMatch(/\bAccept\b/)
    expect(page.text).toMatch(/<html lang="de"[\s\S]*<h1>([^<]+)<\/h1>\s*<p>(?!\1)/)
    for (const accept of ['*/*', 'application/json']) {
      const { status, text } = await ask(accept)
      expect(status).toBe(page.status)
      expect(JSON.parse(text)).toMatchObject({ success: false, status })
    }
  },
)

test.each(['/api/v3/nothing', '/oauth/nothing'])('%s is JSON for browsers too', async (path) => {
  expect(JSON.parse((await open(app, path, { Accept: 'text/html' })).text)).toHaveProperty('message')
})
