import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { connect, openSocket } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let victim: PageVisitor

beforeAll(() => givePassword(app, [tenant.admin]))
beforeEach(async () => {
  victim = new PageVisitor(app)
  await victim.signIn(tenant.admin.email, PASSWORD)
})

/** Headers of requests that a browser sends with the cookie for pages of others. */
const FOREIGN: [name: string, headers: () => Record<string, string>][] = [
  ['another port', () => ({ Origin: 'http://127.0.0.1:9', 'Sec-Fetch-Site': 'same-site' })],
  ['another site', () => ({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })],
  ['another scheme', () => ({ Origin: app.url.replace('http:', 'ftp:'), 'Sec-Fetch-Site': 'cross-site' })],
  ['our port of another host', () => ({ Origin: app.url.replace('127.0.0.1', 'localhost') })],
  ['a host that starts like ours', () => ({ Origin: `${app.url}.evil.example` })],
  ['our address as a user name', () => ({ Origin: `http://127.0.0.1@evil.example` })],
  ['an origin that is null', () => ({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })],
  ['an empty origin', () => ({ Origin: '', 'Sec-Fetch-Site': 'same-origin' })],
  ['two origins', () => ({ Origin: `${app.url}, ${app.url}` })],
  ['no origin, from a sibling', () => ({ 'Sec-Fetch-Site': 'same-site' })],
  ['no origin, from another site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
  ['no origin, from the address bar', () => ({ 'Sec-Fetch-Site': 'none' })],
  ['no header at all', () => ({})],
]
const VIEWER = '{ viewer { authority role } }'
const inOrganization = () => ({ 'X-Organization': tenant.organization.slug })
const byPost = (query: string, headers: Record<string, string>) => victim.graphql(query, headers)
const byGet = (query: string, headers: Record<string, string>) =>
  victim.open(`/graphql?query=${encodeURIComponent(query)}`, { Accept: 'application/json', ...headers })
const countOf = async (table: string) => {
  const { rows } = await app.database.pool.query<{ count: number }>(`select count(*) from ${table}`)
  return Number(rows[0]?.count)
}

describe.each(FOREIGN)('a request of %s', (_name, headers) => {
  const sent = () => ({ ...inOrganization(), ...headers() })

  test('reads and writes nothing as the victim over GraphQL', async () => {
    expect(JSON.parse((await byPost(VIEWER, sent())).text).data).toEqual({ viewer: null })
    expect(JSON.parse((await byGet(VIEWER, sent())).text).data).toEqual({ viewer: null })
    const posts = await countOf('posts')
    const create = 'mutation { createPost(input: { title: "Forged" }) { post { id } } }'
    expect(JSON.parse((await byPost(create, sent())).text).errors[0].extensions.code).toBe('UNAUTHORIZED')
    expect(await countOf('posts')).toBe(posts)
  })

  test('opens no event stream and no socket as the victim', async () => {
    const follow = 'subscription { events { id } }'
    const accept = { Accept: 'text/event-stream' }
    for (const answer of [
      await byPost(follow, { ...sent(), ...accept }),
      await byGet(follow, { ...sent(), ...accept }),
    ])
      expect([answer.status, answer.text.includes('UNAUTHORIZED')]).toEqual([401, true])
    const client = await connect(app, inOrganization(), { headers: { Cookie: victim.cookie, ...headers() } })
    client.subscribe('1', follow)
    const refused = await client.received(({ id }) => id === '1')
    expect([refused.type, refused.payload[0].extensions.code]).toEqual(['error', 'UNAUTHORIZED'])
    client.send({ id: '2', type: 'subscribe', payload: { query: VIEWER } })
    expect((await client.received(({ id, type }) => id === '2' && type === 'next')).payload.data).toEqual({
      viewer: null,
    })
    client.socket.close()
  })

  test('neither signs in nor signs out', async () => {
    const before = await countOf('sessions')
    const { cookie } = victim
    const fields = { email: tenant.admin.email, password: PASSWORD }
    const send = (path: string, method: string, body?: URLSearchParams) =>
      victim.send(path, { method, headers: headers(), ...(body && { body }) })
    for (const answer of [
      await send('/session', 'POST', new URLSearchParams(fields)),
      await send('/session/end', 'POST', new URLSearchParams()),
      await send('/session', 'DELETE'),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    const json = await victim.send('/session', {
      method: 'POST',
      headers: { ...headers(), 'Content-Type': 'text/plain' },
      body: JSON.stringify(fields),
    })
    expect(json.status).toBe(403)
    expect([await countOf('sessions'), victim.cookie]).toEqual([before, cookie])
  })

  test('answers no consent, invitation or SSO question', async () => {
    for (const path of ['/oauth/authorize', '/invitations/foin_x', `/@${tenant.organization.slug}/sso`]) {
      const body = new URLSearchParams({ answer: 'allow', token: 'x', password: PASSWORD })
      const answer = await victim.send(path, { method: 'POST', headers: headers(), body })
      expect([path, answer.status, answer.location]).toEqual([path, 403, null])
    }
    expect(await countOf('oauth_codes')).toBe(0)
  })
})

describe('our own pages', () => {
  const own = () => ({ ...inOrganization(), Origin: app.url })

  test('read and write over GraphQL with the cookie, in the organization that the header names', async () => {
    const { data } = JSON.parse((await byPost(VIEWER, own())).text)
    expect(data).toEqual({ viewer: { authority: 'PERSON', role: 'ADMIN' } })
    const withoutOrigin = { ...inOrganization(), 'Sec-Fetch-Site': 'same-origin' }
    expect(JSON.parse((await byGet(VIEWER, withoutOrigin)).text).data).toEqual(data)
    const created = await byPost('mutation { createPost(input: { title: "Own" }) { post { title } } }', own())
    expect(JSON.parse(created.text).data).toEqual({ createPost: { post: { title: 'Own' } } })
    const elsewhere = await byPost(VIEWER, { Origin: app.url, 'X-Organization': 'unknown' })
    expect(elsewhere.status).toBe(403)
  })

  test('open sockets with the cookie and the organization of connectionParams', async () => {
    const client = await connect(app, inOrganization(), {
      headers: { Cookie: victim.cookie, Origin: app.url },
    })
    client.send({ id: '1', type: 'subscribe', payload: { query: VIEWER } })
    const { payload } = await client.received(({ id, type }) => id === '1' && type === 'next')
    expect(payload.data.viewer.role).toBe('ADMIN')
    client.socket.close()
  })

  test.each<[string, () => Record<string, string>]>([
    ['API-KEY', () => tenant.key],
    ['api_key', () => ({ api_key: tenant.key['API-KEY'] ?? '' })],
  ])('another credential in %s excludes the cookie', async (_name, headers) => {
    const { data } = JSON.parse((await byPost(VIEWER, { ...own(), ...headers() })).text)
    expect(data.viewer.authority).toBe('KEY')
    expect((await byPost(VIEWER, { ...own(), Authorization: 'Bearer nonsense' })).status).toBe(401)
  })

  test('a credential of the socket excludes the cookie', async () => {
    const client = await openSocket(app, { headers: { Cookie: victim.cookie, Origin: app.url } })
    client.send({
      type: 'connection_init',
      payload: { ...inOrganization(), Authorization: 'Bearer nonsense' },
    })
    expect((await client.end()).code).toBe(4401)
  })
})
