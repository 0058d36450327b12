import { beforeAll, describe, expect, test } from 'vitest'
import { SignJWT } from 'jose'
import { fingerprint } from '../support/contract/fingerprint.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'
import { bodies } from './bad-requests/bodies.ts'
import { credentials } from './bad-requests/credentials.ts'
import { fields as badFields } from './bad-requests/fields.ts'
import { paths } from './bad-requests/paths.ts'
import { queries } from './bad-requests/queries.ts'
import type { Ids } from './bad-requests/request.ts'

const BAD_REQUESTS = [...queries, ...paths, ...credentials, ...bodies, ...badFields]

const app = useApp()
const tenant = useTenant(app)
let ids: Ids
let headers: Record<string, Headers>

beforeAll(async () => {
  const stranger = await createTenant(app)
  const member = await tenant.member('member')
  const post = (who: Tenant) =>
    app.call('POST', '/api/v3/feature_requests', { headers: who.key, body: { title: 'A post' } })
  const [mine, theirs] = [await post(tenant), await post(stranger)]
  const tag = (who: Tenant) => app.call('POST', '/api/v3/tags', { headers: who.key, body: { name: 'taken' } })
  const [myTag, theirTag] = [await tag(tenant), await tag(stranger)]
  const changelog = (who: Tenant) =>
    app.call('POST', '/api/v3/changelogs', { headers: who.keyAndAdmin, body: { title: 'News' } })
  const [myNews, theirNews] = [await changelog(tenant), await changelog(stranger)]
  const comment = (who: Tenant, id: number) =>
    app.call('POST', '/api/v3/comments', {
      headers: who.key,
      body: { feature_request_id: id, comment: 'Yes' },
    })
  const [myComment, theirComment] = [
    await comment(tenant, mine.body.id),
    await comment(stranger, theirs.body.id),
  ]
  const customer = (who: Tenant) =>
    app.call('POST', '/api/v3/customers', {
      headers: who.keyAndAdmin,
      body: { email: 'known@customer.example' },
    })
  const [myCustomer, theirCustomer] = [await customer(tenant), await customer(stranger)]
  const buckets = await app.call('GET', '/api/v3/buckets', { headers: stranger.key })
  ids = {
    post: mine.body.id,
    theirPost: theirs.body.id,
    tag: myTag.body.tag.id,
    theirTag: theirTag.body.tag.id,
    theirBucket: buckets.body.buckets[0].id,
    changelog: myNews.body.changelogs[0].id,
    theirChangelog: theirNews.body.changelogs[0].id,
    comment: myComment.body.comment.id,
    theirComment: theirComment.body.comment.id,
    customer: myCustomer.body.id,
    theirCustomer: theirCustomer.body.id,
  }
  const signed = (key: string, claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(key))
  const customerToken = await tenant.sso({ email: 'somebody@customer.example', exp: 4_000_000_000 })
  await app.call('GET', '/api/v3/feature_requests', { headers: { ...tenant.key, ...customerToken } })
  headers = {
    none: {},
    key: tenant.key,
    admin: tenant.keyAndAdmin,
    member: { ...tenant.key, ...member.session },
    customer: { ...tenant.key, ...customerToken },
    session: tenant.admin.session,
    'wrong key': { 'API-KEY': `hn_${'x'.repeat(40)}` },
    'empty key': { 'API-KEY': '' },
    'key with a typo': { 'API-KEY': `${(tenant.key['API-KEY'] ?? '').slice(0, -1)}_` },
    'bad token': { ...tenant.key, Authorization: 'Bearer not-a-jwt' },
    'empty token': { ...tenant.key, Authorization: 'Bearer ' },
    'expired token': {
      ...tenant.key,
      Authorization: await signed(tenant.ssoKey, { email: tenant.admin.email, exp: 1_000_000_000 }),
    },
    'future token': {
      ...tenant.key,
      Authorization: await signed(tenant.ssoKey, { email: tenant.admin.email, nbf: 4_000_000_000 }),
    },
    'foreign token': {
      ...tenant.key,
      Authorization: await signed(stranger.ssoKey, { email: tenant.admin.email }),
    },
    'token without e-mail': { ...tenant.key, Authorization: await signed(tenant.ssoKey, { name: 'Nobody' }) },
    'unsigned token': {
      ...tenant.key,
      Authorization: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ email: tenant.admin.email })).toString('base64url')}.`,
    },
    'token of another algorithm': {
      ...tenant.key,
      Authorization: await new SignJWT({ email: tenant.admin.email })
        .setProtectedHeader({ alg: 'HS512' })
        .sign(new TextEncoder().encode(tenant.ssoKey)),
    },
    "stranger's session": { ...tenant.key, ...stranger.admin.session },
    form: { ...tenant.keyAndAdmin, 'Content-Type': 'application/x-www-form-urlencoded' },
    text: { ...tenant.keyAndAdmin, 'Content-Type': 'text/plain' },
    json: { ...tenant.keyAndAdmin, 'Content-Type': 'application/json' },
    utf16: { ...tenant.keyAndAdmin, 'Content-Type': 'application/json; charset=klingon' },
  }
})

describe('a bad request is rejected in the documented form and writes nothing', () => {
  test('the table has at least 120 bad requests', () =>
    expect(BAD_REQUESTS.length).toBeGreaterThanOrEqual(120))

  test('a good request is accepted and changes the fingerprint', async () => {
    const before = await fingerprint(app.database.kysely)
    const answer = await app.call('POST', '/api/v3/tags', {
      headers: headers.admin ?? {},
      body: { name: 'good' },
    })
    expect(answer.status).toBe(201)
    expect(await fingerprint(app.database.kysely)).not.toBe(before)
  })

  for (const { name, method, path, as, body, status, error, fields } of BAD_REQUESTS) {
    test(`${method} ${name} as ${as}: ${status}`, async () => {
      const before = await fingerprint(app.database.kysely)
      const answer = await app.call(method, typeof path === 'string' ? path : path(ids), {
        headers: headers[as] ?? {},
        body: typeof body === 'function' ? (body as (ids: Ids) => unknown)(ids) : body,
      })
      expect({ status: answer.status, error: answer.body?.error, text: answer.text }).toMatchObject({
        status,
        error,
      })
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(answer.body).toMatchObject({ success: false, status, message: expect.any(String) as string })
      if (fields) expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual([...fields].sort())
      expect(answer.text).not.toMatch(/select |insert |relation|\/src\/|node_modules|constraint/i)
      expect(await fingerprint(app.database.kysely)).toBe(before)
    })
  }
})
