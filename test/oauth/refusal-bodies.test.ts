import { expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

test.each(['GET', 'POST'])('%s /oauth/apps without X-Organization is an invalid request', async (method) => {
  const { 'X-Organization': _named, ...unnamed } = tenant.admin.session
  const body = { name: 'x', redirect_uris: ['https://a.example/cb'], scopes: ['posts:read'] }
  const sent = { headers: unnamed, ...(method === 'POST' && { body }) }
  const answer = await app.call(method, '/oauth/apps', sent)
  expect(answer).toMatchObject({
    status: 400,
    body: {
      error: 'invalid_request',
      error_description: 'Name an organization in the X-Organization header',
    },
  })
  const listed = await app.call('GET', '/oauth/apps', { headers: tenant.admin.session })
  expect(listed.body.apps).toEqual([])
})

test.each([
  ['GET', '/oauth', 404, 'not_found'],
  ['GET', '/oauth/', 404, 'not_found'],
  ['POST', '/oauth/nothing', 404, 'not_found'],
  ['PUT', '/oauth/token', 405, 'invalid_request'],
  ['GET', '/oauth/apps/%E0%A4%A', 400, 'invalid_request'],
])('%s %s is refused with a body of RFC 6749', async (method, path, status, error) => {
  const response = await fetch(app.url + path, { method, headers: tenant.admin.session })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error, error_description: expect.any(String), status })
})
