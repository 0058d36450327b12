import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { createApiKey } from '../../src/modules/organizations/create-api-key.ts'
import { quotaIn } from '../support/clients/quota.ts'
import { stopClock } from '../support/clock.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const LIMIT = 60
const app = useApp({ rateLimitPerMinute: LIMIT, trustedProxies: ['127.0.0.1'] })
const tenant = useTenant(app)
beforeEach(stopClock)

const get = (headers: Headers, path = '/api/v3/tags') => app.call('GET', path, { headers })
const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work))
const quotaOf = quotaIn(LIMIT)

test('counts requests without a credential, and with a refused one, by network before the body is read', async () => {
  const from = (address: string, headers: Headers = {}) => ({ ...headers, 'X-Forwarded-For': address })
  const unread = { body: '{"deep":', headers: from('192.0.2.1', { 'Content-Type': 'application/json' }) }
  const asked = [
    () => get(from('192.0.2.1')),
    () => get(from('192.0.2.1', { 'API-KEY': 'hn_wrong' })),
    () => get(from('192.0.2.1'), '/api/v3/nothing'),
    () => app.call('POST', '/oauth/token', unread),
    () => app.call('POST', '/graphql', unread),
    () => app.graphql('{ __typename }', {}, from('192.0.2.1')),
    () => app.graphql('{ __typename }', {}, from('192.0.2.1', { 'API-KEY': 'hn_wrong' })),
    () => app.call('POST', '/session', { ...unread, headers: { ...unread.headers, Origin: app.url } }),
    () => get(from('192.0.2.1'), '/openapi.json'),
  ]
  await app.graphql('{ __typename }', {}, from('192.0.2.3'))
  for (const ask of asked) await ask()
  // The time of a document may count as more units.
  expect(quotaOf(await get(from('192.0.2.1'))).remaining).toBeLessThan(LIMIT - asked.length)
  await times(LIMIT, () => get(from('192.0.2.1')))
  for (const ask of asked) expect((await ask()).status).toBe(429)
  expect(quotaOf(await get(from('192.0.2.2'))).remaining).toBe(LIMIT - 1)
  expect((await get(from('192.0.2.1', tenant.key))).status).toBe(200)
  expect((await get(from('192.0.2.1'), '/healthz')).status).toBe(200)
})

test.each<Headers>([{ Authorization: 'Bearer x' }, { 'API-KEY': 'x' }])(
  'counts a request by network where no caller is identified, also with %o',
  async (named) => {
    const headers = { ...named, 'X-Forwarded-For': `192.0.2.${named.Authorization ? 21 : 22}` }
    const requests: [method: string, path: string][] = [
      ['GET', '/uploads/AAAAAAAAAAAAAAAAAAAAAA.png'],
      ['HEAD', '/uploads/AAAAAAAAAAAAAAAAAAAAAA.png'],
      ['PUT', '/uploads'],
      ['GET', '/imports'],
      ['GET', '/exports/exp_1/a.zip'],
      ['HEAD', '/exports/exp_1/a.zip'],
      ['GET', '/console/assets/none.js'],
      ['GET', '/console'],
      ['GET', '/openapi.json'],
      ['GET', '/docs'],
      ['GET', '/docs/rest'],
      ['GET', '/docs/reader.js'],
      ['GET', '/docs/assets/swagger-ui.css'],
      ['GET', '/docs/guides/csv'],
      ['GET', '/nothing'],
      ['GET', '/api/v3/nothing'],
      ['PUT', '/api/v3/tags'],
      ['POST', '/api/v3/tags'],
      ['PUT', '/oauth/token'],
      ['PUT', '/graphql'],
      ['GET', '/graphql/more'],
    ]
    const ask = async ([method, path]: [string, string]) =>
      [method, path, (await app.call(method, path, { headers })).status] as const
    const remaining = async () => quotaOf(await get(headers)).remaining
    expect(await remaining()).toBe(LIMIT - 1)
    for (const request of requests) expect((await ask(request))[2]).not.toBe(429)
    expect(await remaining()).toBe(LIMIT - 2 - requests.length)
    await times(LIMIT, () => get(headers))
    for (const request of requests) expect(await ask(request)).toEqual([...request, 429])
  },
)

test('counts an IPv6 site beside its networks', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 4 * LIMIT + 1; count++)
    statuses.push((await get({ 'X-Forwarded-For': `2001:db8:7:${count.toString(16)}::1` })).status)
  expect(statuses).toEqual([...Array<number>(4 * LIMIT).fill(401), 429])
  expect((await get({ 'X-Forwarded-For': '2001:db8:8::1' })).status).toBe(401)
})

test('counts the time that a document without a credential takes, and not that of others', async () => {
  const document = `{ ${Array.from({ length: 900 }, (_, index) => `none${index}`).join(' ')} }`
  const from = { 'X-Forwarded-For': '192.0.2.9' }
  let refused = 0
  for (let count = 0; count < LIMIT && refused === 0; count++)
    if ((await app.graphql(`${document} #${count}`, {}, from)).status === 429) refused = count
  expect(refused).toBeGreaterThan(0)
  const before = quotaOf(await get(tenant.key)).remaining
  for (let count = 0; count < 5; count++) await app.graphql(`${document} #${count}`, {}, tenant.key)
  expect(quotaOf(await get(tenant.key)).remaining).toBe(before - 6)
})

test('a document that takes more time than is left takes all of it', async () => {
  const from = { 'X-Forwarded-For': '192.0.2.31' }
  await times(LIMIT - 3, () => get(from))
  expect(quotaOf(await get(from)).remaining).toBe(2)
  const document = Array.from({ length: 900 }, (_, index) => `none${index}`).join(' ')
  expect((await app.graphql(`{ ${document} }`, {}, from)).status).not.toBe(429)
  expect((await get(from)).status).toBe(429)
})

test('counts all credentials of an organization together, four times the limit of one', async () => {
  const own = await createTenant(app)
  const keys = [own.key]
  for (let count = 0; count < 5; count++) {
    const { key } = await inTransaction(app.services.db, (tx) =>
      createApiKey(tx, own.organization.id, { creatorId: own.admin.id }),
    )
    keys.push({ 'API-KEY': key })
  }
  const answers = []
  for (const key of keys) answers.push(...(await times(LIMIT - 10, () => get(key))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4 * LIMIT)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.message).toBe(
    `Too many requests: the limit of the organization is ${4 * LIMIT} per minute`,
  )
  const other = await createTenant(app)
  expect((await get(other.key)).status).toBe(200)
})

test('posts without signing in and failed sign-ins count for an IPv6 site, beside its networks', async () => {
  const { organization } = await createTenant(app)
  const count = (index: number, site = '2001:db8:9') =>
    app.services.visitorThrottle.count('posts', {
      organizationId: organization.id,
      address: `${site}:${index.toString(16)}::1`,
    })
  for (let index = 0; index < 40; index++) await count(index)
  await expect(count(40)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await count(0, '2001:db8:a')
  const signIn = (index: number, site = '2001:db8:b') =>
    app.services.signInThrottle.attempt(
      { email: `${index}@people.example`, address: `${site}:${index.toString(16)}::1` },
      async () => null,
    )
  for (let index = 0; index < 197; index++) await signIn(index)
  await expect(signIn(200)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(await signIn(200, '2001:db8:c')).toBeNull()
})
