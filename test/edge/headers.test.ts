import { createHash } from 'node:crypto'
import { compileFunction } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const STRICT = "default-src 'none'; frame-ancestors 'none'"

const app = useApp()
let secure: TestApp
let tenant: Tenant
let client: ClientApp

beforeAll(async () => {
  secure = await startApp({ beside: app, publicUrl: 'https://feedback.example' })
  tenant = await createTenant(app)
  client = await registerApp(app, tenant)
})
afterAll(async () => {
  await secure.stop()
})

const get = (path: string, headers: Record<string, string> = {}, from = app) =>
  fetch(from.url + path, { headers, redirect: 'manual' })

type Case = [path: string, headers?: () => Record<string, string>]
const CASES: Case[] = [
  ['/'],
  ['/healthz'],
  ['/readyz'],
  ['/openapi.json'],
  ['/docs', () => BROWSER],
  ['/docs/reader.js'],
  ['/docs/assets/swagger-ui.css'],
  ['/docs/assets/missing.css'],
  ['/nowhere'],
  ['/%zz'],
  ['/api/v3/tags', () => tenant.key],
  ['/api/v3/tags'],
  ['/api/v3/nowhere'],
  ['/graphql', () => BROWSER],
  ['/graphql'],
  ['/graphql?query=%7B__typename%7D'],
  ['/graphql?query=%7B__typename%7D', () => ({ Accept: 'text/event-stream' })],
  ['/oauth/token'],
  ['/oauth/authorize', () => BROWSER],
  ['/.well-known/oauth-authorization-server'],
]

test.each(CASES)('%s forbids content sniffing and framing', async (path, headers) => {
  const plain = await get(path, headers?.())
  expect(plain.headers.get('x-content-type-options')).toBe('nosniff')
  expect(plain.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(plain.headers.get('x-powered-by')).toBeNull()
  expect(plain.headers.get('strict-transport-security')).toBeNull()
  const kept = await get(path, headers?.(), secure)
  expect(kept.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
})

test('a cached response has the same headers as a computed one', async () => {
  const read = async () => {
    const { headers } = await get('/api/v3/tags', tenant.key, secure)
    return Object.fromEntries([...headers].filter(([name]) => !/^(date|x-request-id|etag)$/.test(name)))
  }
  const computed = await read()
  expect(computed).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': STRICT,
    'cache-control': 'private, no-cache',
    'strict-transport-security': 'max-age=31536000',
  })
  for (let times = 0; times < 3; times++) expect(await read()).toMatchObject(computed)
})

describe('pages', () => {
  const directives = (response: Response) =>
    new Map(
      (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
    )

  test.each(['/graphql', '/docs/rest'])(
    '%s cannot be framed, rebased or used to submit forms',
    async (path) => {
      const response = await get(path, BROWSER)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      const policy = directives(response)
      expect(policy.get('default-src')).toEqual(["'none'"])
      for (const name of ['frame-ancestors', 'base-uri', 'form-action'])
        expect(policy.get(name)).toEqual(["'none'"])
      expect(policy.get('script-src')?.join()).not.toMatch(/unsafe|\*|https?:/)
      expect(policy.get('connect-src')).toEqual(["'self'"])
    },
  )

  test.each([
    ['/docs', ['>REST<', '>GraphQL<', '>Live<', 'href="/docs/rest"', 'href="/graphql"']],
    [
      '/docs/guides/leaving-canny',
      ['<h1 id="leaving-canny">', '<table tabindex="0">', 'href="/docs/guides/importing#cut-over"'],
    ],
  ])('%s has its texts and links, and runs no script', async (path, parts) => {
    const response = await get(path, BROWSER)
    expect(response.status).toBe(200)
    const text = await response.text()
    for (const part of parts) expect(text).toContain(part)
    const style = text.slice(text.indexOf('<style>') + 7, text.indexOf('</style>'))
    const policy = directives(response)
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toBeUndefined()
    expect(policy.get('style-src')).toEqual([
      `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ])
    expect(policy.get('form-action')).toEqual(["'none'"])
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })

  test('optional parameters of /docs/rest have no value to be sent', async () => {
    const script = await (await get('/docs/reader.js')).text()
    type Parameter = { required?: boolean; example?: unknown; schema?: { default?: unknown } }
    type Spec = { paths: Record<string, Record<string, { parameters?: Parameter[] }>> }
    const spec = await new Promise<Spec>((resolve) => {
      const show = (options: { spec: Spec }) => resolve(options.spec)
      const load = (path: string) => get(path)
      compileFunction(script, ['fetch', 'SwaggerUIBundle'])(load, show)
    })
    const parameters = Object.values(spec.paths)
      .flatMap((path) => Object.values(path))
      .flatMap((operation) => operation.parameters ?? [])
      .filter(({ required }) => !required)
    expect(parameters.length).toBeGreaterThan(10)
    for (const parameter of parameters) {
      expect(parameter).not.toHaveProperty('example')
      expect(parameter.schema ?? {}).not.toHaveProperty('default')
    }
  })

  test('GraphiQL runs only its own script', async () => {
    const response = await get('/graphql', BROWSER)
    const [source] = directives(response).get('script-src') ?? []
    const page = await response.text()
    const script = page.slice(page.indexOf('<script>') + 8, page.lastIndexOf('</script>'))
    expect(source).toBe(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(script).toContain('YogaGraphiQL.renderYogaGraphiQL(')
  })
})

describe('a response with credentials is not cacheable', () => {
  const SIGN_IN =
    'mutation { signIn(input: { email: "a@example.com", password: "guess" }) { session { token } } }'

  test.each<[string, () => Promise<{ headers: Headers }>]>([
    ['a mutation', () => app.graphql(SIGN_IN)],
    ['a query', () => app.graphql('{ __typename }')],
    ['a query by GET', () => get('/graphql?query=%7B__typename%7D')],
    ['a GraphQL error', () => app.graphql('{ nothing }')],
    ['a token request', () => app.call('POST', '/oauth/token', { body: { client_id: client.client_id } })],
    ['apps', () => get('/oauth/apps', tenant.admin.session)],
    [
      'a rotated secret',
      () =>
        app.call('POST', `/oauth/apps/${client.client_id}/rotate_secret`, { headers: tenant.admin.session }),
    ],
    ['a session', () => app.call('GET', '/api/v3/session_info', { headers: tenant.keyAndAdmin })],
    ['metrics', () => get('/metrics')],
  ])('%s', async (_what, send) => {
    expect((await send()).headers.get('cache-control')).toBe('no-store')
  })

  test('and reads are private to their caller', async () => {
    expect((await get('/api/v3/tags', tenant.key)).headers.get('cache-control')).toBe('private, no-cache')
  })
})

test('OPTIONS answers the methods of a route without a body, and grants another site nothing', async () => {
  for (const [path, allow] of [
    ['/api/v3/tags', 'GET, POST, HEAD, OPTIONS'],
    ['/oauth/token', 'POST, OPTIONS'],
  ] as const) {
    const answer = await fetch(app.url + path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example' },
    })
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([204, allow, ''])
    expect(answer.headers.has('access-control-allow-methods')).toBe(false)
  }
  expect((await fetch(`${app.url}/api/v3//tags`, { method: 'OPTIONS' })).status).toBe(404)
})
