import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const other = useTenant(app, 'own')
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']
const HOST = 'feedback.acme.example'

beforeAll(async () => {
  await openPortal(app, tenant)
  await openPortal(app, other, { portalUrl: `https://${HOST}` })
})

async function send(method: string, path: string, headers: Record<string, string> = {}) {
  const sent = request(new URL(app.url), { method, path, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}

const READ = 'GET, HEAD, OPTIONS'
const FORM = 'GET, POST, HEAD, OPTIONS'

test.each([
  ['/healthz', READ],
  ['/readyz', READ],
  ['/metrics', READ],
  ['/session', 'POST, DELETE, OPTIONS'],
  ['/session/password', 'POST, OPTIONS'],
  ['/session/end', 'POST, OPTIONS'],
  ['/sign-in', 'GET, POST, HEAD, OPTIONS'],
  ['/session/code', 'POST, OPTIONS'],
  ['/session/code/check', 'POST, OPTIONS'],
  ['/@acme/sign-in/fosl_x', 'GET, POST, HEAD, OPTIONS'],
  ['/page.css', READ],
  ['/brand.css', READ],
  ['/inter.woff2', READ],
  ['/forgot', FORM],
  ['/reset/fopr_x', FORM],
  ['/invitations/foin_x', FORM],
  ['/@acme/sso', FORM],
  ['/', READ],
  ['/widget.js', READ],
  ['/theme.css', READ],
  ['/docs', READ],
  ['/docs/rest', READ],
  ['/docs/guides/importing', READ],
  ['/docs/reader.js', READ],
  ['/docs/assets/swagger-ui.css', READ],
  ['/openapi.json', READ],
  ['/console', READ],
  ['/console/acme/posts', READ],
  ['/console/assets/index.js', READ],
  ['/console/acme/developers/graphiql', READ],
  ['/uploads', 'POST, OPTIONS'],
  ['/uploads/x.png', READ],
  ['/imports', 'POST, OPTIONS'],
  ['/exports/exp_1/all.zip', READ],
  ['/@acme', READ],
  ['/@acme/roadmap', READ],
  ['/@acme/new', FORM],
  ['/@acme/p/dark-mode/vote', 'POST, OPTIONS'],
  ['/@acme/feed.atom', READ],
  ['/@acme/portal.js', READ],
  ['/@acme/widget.json', READ],
  ['/@acme/preview/x', READ],
  ['/graphql', FORM],
  ['/api/v3/tags', FORM],
  ['/oauth/token', 'POST, OPTIONS'],
  ['/oauth/authorize', READ],
])('%s names its methods %s to every other one', async (path, allow) => {
  const headers = { ...tenant.key, Accept: 'application/json' }
  const options = await send('OPTIONS', path, headers)
  expect(options).toMatchObject({ status: 204, headers: { allow }, text: '' })
  const allowed = allow.split(', ')
  for (const method of METHODS) {
    const answer = await send(method, path, headers)
    if (allowed.includes(method)) expect(answer.status, method).not.toBe(405)
    else {
      expect(answer, method).toMatchObject({ status: 405, headers: { allow } })
      if (method !== 'HEAD') expect(answer.text, method).toContain('can be used here')
    }
    if (method === 'HEAD') expect(answer.text).toBe('')
  }
})

test.each([
  '/none',
  '/api/v3/none',
  '/oauth/none',
  '/graphql/none',
  '/@none',
  '/@none/p/x',
  '/docs/none',
  '/p/x',
  '/changelog/x',
  '/u/1',
])('%s is unknown to every method', async (path) => {
  for (const method of METHODS) expect((await send(method, path)).status, method).toBe(404)
})

test('a former address of a portal names no methods, like every unknown path', async () => {
  for (const path of ['/none', '/p/x', '/changelog/x', '/u/1'])
    expect((await send('OPTIONS', path)).status, path).toBe(404)
})

test('the host of a portal names the methods of its own routes', async () => {
  for (const [path, allow] of [
    ['/', READ],
    ['/p/dark-mode', READ],
    ['/new', FORM],
    ['/session', 'POST, DELETE, OPTIONS'],
    ['/sso', FORM],
  ] as const) {
    expect(await send('OPTIONS', path, { Host: HOST })).toMatchObject({ status: 204, headers: { allow } })
    expect(await send('PUT', path, { Host: HOST })).toMatchObject({ status: 405, headers: { allow } })
  }
  for (const path of ['/healthz', '/graphql', '/api/v3/tags'])
    expect((await send('PUT', path, { Host: HOST })).status, path).toBe(404)
})

test('a browser receives a page for another method of a page', async () => {
  const answer = await send('PUT', '/@acme/roadmap', { Accept: 'text/html' })
  expect(answer).toMatchObject({ status: 405, headers: { allow: READ } })
  expect(answer.headers['content-type']).toContain('text/html')
})

test('HEAD of /graphql answers like GET, without a body and without a mutation', async () => {
  const get = await send('GET', '/graphql?query={__typename}', tenant.key)
  const head = await send('HEAD', '/graphql?query={__typename}', tenant.key)
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers['content-type']).toBe(get.headers['content-type'])
  const mutation = encodeURIComponent('mutation { createTag(input: { name: "by head" }) { tag { id } } }')
  expect(await send('HEAD', `/graphql?query=${mutation}`, tenant.key)).toMatchObject({ status: 405 })
  const subscription = encodeURIComponent('subscription { events { id } }')
  const follow = { ...tenant.key, Accept: 'text/event-stream' }
  expect(await send('HEAD', `/graphql?query=${subscription}`, follow)).toMatchObject({ status: 406 })
  const { body } = await app.call('GET', '/api/v3/tags', { headers: tenant.key })
  expect(body.tags).toEqual([])
})
