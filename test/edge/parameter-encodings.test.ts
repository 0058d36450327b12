import { beforeAll, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
/** Bytes that are not UTF-8: Latin-1, an overlong slash, a surrogate, and the start of a character. */
const INVALID = ['%E9', '%C0%AF', '%ED%A0%80', 'x%F0%9F%98']

beforeAll(async () => {
  await openPortal(app, tenant)
  await givePassword(app, [tenant.admin])
})

test.each(INVALID)('GET /graphql refuses %s in each of its parameters', async (text) => {
  const query = encodeURIComponent('{ __typename }')
  for (const [name, parameters] of [
    ['query', `query=${query}%23${text}`],
    ['variables', `query=${query}&variables=%7B%22a%22:%22${text}%22%7D`],
    ['operationName', `query=${query}&operationName=${text}`],
    ['extensions', `query=${query}&extensions=%7B%22a%22:%22${text}%22%7D`],
  ] as const) {
    const { status, body } = await app.call('GET', `/graphql?${parameters}`, { headers: tenant.key })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        errors: [{ message: `"${name}" is not valid Unicode`, extensions: { code: 'INVALID_PARAM' } }],
      },
    })
  }
})

test.each(['%EF%BF%BD', '100%', '%zz', '%F0%9F%98%80'])('GET /graphql accepts %s', async (text) => {
  const { status, body } = await app.call('GET', `/graphql?query={__typename}%23${text}`, {
    headers: tenant.key,
  })
  expect({ status, body }).toMatchObject({ status: 200, body: { data: { __typename: 'Query' } } })
})

test.each([
  '/@acme?q=',
  '/@acme?sort=',
  '/@acme?after=',
  '/@acme/changelog?label=',
  '/@acme/similar.json?title=',
  '/@acme/sitemap.xml?part=',
  '/@acme/widget.json?after=',
])('the page %s refuses bytes that are not UTF-8', async (path) => {
  for (const text of INVALID) expect((await open(app, path + text)).status, text).toBe(400)
  expect((await open(app, `${path}%EF%BF%BD`)).status).not.toBe(400)
})

test('a page ignores a parameter that it does not have, with any bytes', async () => {
  expect((await open(app, '/@acme?utm_source=%E9')).status).toBe(200)
})

test('a form whose bytes are not UTF-8 is refused and starts no session', async () => {
  const visitor = new PageVisitor(app)
  const send = (body: string) =>
    visitor.send('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: app.url },
      body,
    })
  const fields = new URLSearchParams({ email: tenant.admin.email, password: PASSWORD }).toString()
  for (const text of INVALID) expect((await send(`${fields}&return_to=/${text}`)).status, text).toBe(400)
  expect(visitor.cookie).toBe('')
  expect((await send(`${fields}&return_to=/100%`)).status).toBe(303)
})

test('the consent page refuses bytes that are not UTF-8', async () => {
  const visitor = new PageVisitor(app)
  await visitor.signIn(tenant.admin.email, PASSWORD)
  const page = await visitor.open(
    '/oauth/authorize?client_id=foapp_x&redirect_uri=https://a.example&state=%E9',
  )
  expect(page).toMatchObject({ status: 400, text: expect.stringContaining('state') as string })
})

test('an upload refuses a name that is not UTF-8', async () => {
  const answer = await fetch(`${app.url}/imports?name=%E9.zip`, {
    method: 'POST',
    headers: { ...tenant.admin.session, 'Content-Type': 'application/zip' },
    body: 'x',
  })
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 400,
    body: { error: 'ERROR_CODE_INVALID_PARAM', message: '"name" is not valid Unicode.' },
  })
})

test.each(['/api/v3/tags/%E9', '/@acme/p/%E9', '/uploads/%E9', '/exports/%E9/x'])(
  'the path %s is refused',
  async (path) => {
    expect((await open(app, path, { ...tenant.key })).status).toBe(400)
  },
)
