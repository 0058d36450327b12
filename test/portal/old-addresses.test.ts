import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import {
  storeOldAddresses,
  type OldAddress,
} from '../../src/modules/posts/old-addresses/store-old-addresses.ts'
import { open } from '../support/clients/portal.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const host = 'ideas.acme.example'
const origin = `https://${host}`

const idOf = async (slug: string) => {
  const { rows } = await app.database.pool.query<{ id: number }>('select id from posts where slug = $1', [
    slug,
  ])
  return rows[0]?.id ?? 0
}
const store = (of: Tenant, addresses: Pick<OldAddress, 'path' | 'localId'>[]) =>
  inTransaction(app.services.db, (tx) =>
    storeOldAddresses(
      tx,
      of.organization.id,
      addresses.map((one) => ({ kind: 'post', runId: 1, ...one })),
    ),
  )
const locationOf = async (path: string, headers = {}) => {
  const { status, headers: answered } = await open(app, path, { host, ...headers })
  return [status, answered.location]
}

beforeAll(async () => {
  await openPortal(app, tenant, { portalUrl: origin })
  await fillPortal(app, tenant)
  const shown = await idOf('dark-mode')
  await store(tenant, [
    { path: '/posts/7/night', localId: shown },
    { path: '/posts/7', localId: shown },
    { path: '/ideas/p/nächte?x=1', localId: shown },
    { path: '/p/theirs', localId: shown },
    { path: '/changelog', localId: shown },
    { path: '//evil.example', localId: shown },
    { path: 'https://evil.example/x', localId: shown },
    { path: `/${'x'.repeat(3000)}`, localId: shown },
    ...(await Promise.all(
      ['hidden', 'pending', 'inside'].map(async (kind) => ({
        path: `/posts/${kind}`,
        localId: await idOf(`zsecret-${kind}`),
      })),
    )),
  ])
})

test('an address of the service before leads to the post on the own host', async () => {
  const target = [301, `${origin}/p/dark-mode`]
  for (const path of [
    '/posts/7/night',
    '/posts/7',
    '/posts/7/another-title?from=mail',
    '/posts/7/',
    '/ideas/p/n%C3%A4chte',
    '/p/theirs',
  ])
    expect(await locationOf(path), path).toEqual(target)
})

test('the pages of the portal precede the addresses before, and no address leads to another host', async () => {
  expect(await locationOf('/changelog')).toEqual([200, undefined])
  for (const path of ['//evil.example', '/%2Fevil.example', '/https://evil.example/x', '/%ff', '/posts/%00'])
    expect((await locationOf(path))[1], path).toBeUndefined()
})

test('an address of a post that the reader may not see is that of no post', async () => {
  const none = await open(app, '/posts/nothing', { host })
  for (const kind of ['hidden', 'pending', 'inside']) {
    const { status, headers, text } = await open(app, `/posts/${kind}`, { host })
    expect([status, headers.location], kind).toEqual([404, undefined])
    expect(text.replaceAll(new RegExp(`(posts(/|%2F))${kind}`, 'g'), '$1nothing'), kind).toBe(none.text)
  }
})

test('an address leads on only at the own host of its organization', async () => {
  const other = await createTenant(app, 'rival')
  await openPortal(app, other, { portalUrl: 'https://rival.example' })
  expect((await open(app, '/posts/7', { host: 'rival.example' })).status).toBe(404)
  expect((await open(app, '/posts/7')).status).toBe(404)
  expect((await open(app, '/@acme/posts/7')).status).toBe(404)
})

test('a repeated import leads an address to its newer post, and a deleted post has none', async () => {
  const next = await createTenant(app, 'later')
  await openPortal(app, next, { portalUrl: 'https://later.example' })
  const put = async (title: string) => {
    const { body } = await app.call('POST', '/api/v3/feature_requests', {
      headers: next.key,
      body: { title },
    })
    return Number(body.id)
  }
  const [first, second] = [await put('First'), await put('Second')]
  const locate = async () => (await open(app, '/posts/1', { host: 'later.example' })).headers.location
  await store(next, [{ path: '/posts/1', localId: first }])
  expect(await locate()).toBe('https://later.example/p/first')
  await store(next, [{ path: '/posts/1', localId: second }])
  await app.call('PUT', `/api/v3/feature_requests/${second}`, {
    headers: next.key,
    body: { title: 'Changed' },
  })
  expect(await locate()).toMatch(/^https:\/\/later\.example\/p\/(second|changed)/)
  await app.call('DELETE', `/api/v3/feature_requests/${second}`, { headers: next.key })
  expect(await locate()).toBeUndefined()
})
