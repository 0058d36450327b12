import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../../rest-compat/routes.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import { VOTE } from '../support/fixtures/merging.ts'
import { roadmapCalls } from '../support/fixtures/roadmaps.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

/** Address of the installation, whichever process answers. */
const publicUrl = 'https://feedback.example.com'

const first = useApp({ publicUrl })
const tenant = useTenant(first)
/** Another process of the installation. */
let second: TestApp

beforeAll(async () => {
  second = await startApp({ beside: first, publicUrl })
})
afterAll(() => second.stop())

type Sent = { match?: string; none?: string; body?: unknown; app?: TestApp; headers?: object }

function send(method: string, path: string, { match, none, body, app = first, headers }: Sent = {}) {
  const conditions = { ...(match && { 'If-Match': match }), ...(none && { 'If-None-Match': none }) }
  const credentials = headers ?? tenant.keyAndAdmin
  return app.call(method, `/api/v3/${path}`, { headers: { ...credentials, ...conditions }, body })
}

async function tagOf(path: string, options: Sent = {}): Promise<string> {
  const { status, headers } = await send('GET', path, options)
  expect(status, path).toBe(200)
  return headers.get('etag') ?? ''
}

const create = async (path: string, body: unknown) => (await send('POST', path, { body })).body
let names = 0
const name = () => `name ${++names}`

/** An object of each kind, and a body that changes it. */
const KINDS: Record<string, { make: () => Promise<number>; change: () => object }> = {
  feature_requests: { make: () => createPost(first, tenant, name()), change: () => ({ title: name() }) },
  comments: {
    make: async () => {
      const post = { feature_request_id: await createPost(first, tenant), comment: name() }
      return (await create('comments', post)).comment.id as number
    },
    change: () => ({ comment: name() }),
  },
  customers: {
    make: async () => (await create('customers', { email: `${++names}@people.example` })).id as number,
    change: () => ({ name: name() }),
  },
  changelogs: {
    make: async () => (await create('changelogs', { title: name() })).changelogs[0].id as number,
    change: () => ({ title: name() }),
  },
  roadmaps: {
    make: async () => Number((await roadmapCalls(first, tenant).create({})).split('_')[1]),
    change: () => ({ title: name() }),
  },
  webhooks: {
    make: () => createWebhook(first, tenant, { url: 'https://hooks.example.com/in' }).then(({ id }) => id),
    change: () => ({ name: name() }),
  },
  tags: {
    make: async () => (await create('tags', { name: name() })).tag.id as number,
    change: () => ({ name: name() }),
  },
}

/** Kinds of objects that one address reads, and writes with a method. */
const writes = (method: string) =>
  routes.flatMap(([verb, path]) => {
    const [, kind] = /^\/api\/v3\/(\w+)\/:id$/.exec(path) ?? []
    const isRead = routes.some(([other, same]) => other === 'GET' && same === path)
    return kind !== undefined && verb === method && isRead ? [kind] : []
  })

test('every object that has a read is changed under conditions here', () => {
  const kinds = new Set(['PUT', 'PATCH', 'DELETE'].flatMap(writes))
  expect([...kinds].filter((kind) => !(kind in KINDS))).toEqual([])
})

test('a write changes the object whose tag it names, and returns the next tag', async () => {
  for (const method of ['PUT', 'PATCH'])
    for (const kind of writes(method)) {
      const { make, change } = KINDS[kind] ?? expect.fail(kind)
      const path = `${kind}/${await make()}`
      const tag = await tagOf(path)
      const changed = await send(method, path, { match: `"other", ${tag}`, body: change() })
      expect(changed.status, path).toBe(200)
      const next = changed.headers.get('etag')
      expect(next).not.toBe(tag)
      expect(await tagOf(path), path).toBe(next)
      expect(await tagOf(path, { app: second }), path).toBe(next)
      const refused = await send(method, path, { match: tag, body: change() })
      expect(refused).toMatchObject({ status: 412, body: { error: 'ERROR_CODE_PRECONDITION_FAILED' } })
      expect(refused.headers.has('etag')).toBe(false)
      for (const sent of [{ match: `W/${next}` }, { none: '*' }, { none: String(next) }])
        expect((await send(method, path, { ...sent, body: change() })).status).toBe(412)
      expect(await tagOf(path)).toBe(next)
      const free = await send(method, path, { none: tag, match: '*', body: change() })
      expect(free.status).toBe(200)
      expect(free.headers.get('etag')).toBe(await tagOf(path))
    }
})

test('a deletion requires the present tag, and an unknown object is 404', async () => {
  for (const kind of writes('DELETE')) {
    const { make, change } = KINDS[kind] ?? expect.fail(kind)
    const path = `${kind}/${await make()}`
    const tag = await tagOf(path)
    await send('PUT', path, { body: change() })
    expect((await send('DELETE', path, { match: tag })).status, path).toBe(412)
    expect((await send('DELETE', path, { match: await tagOf(path) })).status, path).toBe(200)
    for (const gone of [path, `${kind}/0`, `${kind}/99999999999999`])
      for (const match of [tag, '*']) expect((await send('DELETE', gone, { match })).status, gone).toBe(404)
  }
})

test('of two writes with one tag in two processes, exactly one succeeds', async () => {
  for (const kind of writes('PUT')) {
    const { make, change } = KINDS[kind] ?? expect.fail(kind)
    const path = `${kind}/${await make()}`
    for (let round = 0; round < 6; round++) {
      const match = await tagOf(path)
      const bodies = [change(), change(), change(), change()]
      const answers = await Promise.all(
        bodies.map((body, index) => send('PUT', path, { match, body, app: index % 2 ? second : first })),
      )
      expect(answers.map(({ status }) => status).sort(), path).toEqual([200, 412, 412, 412])
      const winner = answers.find(({ status }) => status === 200)
      expect(winner?.headers.get('etag')).toBe(await tagOf(path))
      expect((await send('GET', path)).body).toEqual(winner?.body)
    }
  }
})

test('a write under a condition overwrites no write without one', async () => {
  const path = `feature_requests/${await createPost(first, tenant)}`
  for (let round = 0; round < 15; round++) {
    const match = await tagOf(path)
    const [conditional, plain] = await Promise.all([
      send('PUT', path, { match, body: { title: 'conditional' }, app: second }),
      send('PUT', path, { body: { title: `plain ${round}` } }),
    ])
    expect(plain.status).toBe(200)
    // Either the conditional write was first, or it was refused.
    expect((await send('GET', path)).body.title).toBe(`plain ${round}`)
    expect([200, 412]).toContain(conditional.status)
  }
})

test('an object has changed when its read returns other bytes', async () => {
  const id = await createPost(first, tenant)
  const path = `feature_requests/${id}`
  const tag = await tagOf(path)
  await createPost(first, tenant, 'Another wish')
  expect(await tagOf(path)).toBe(tag)
  const tagId = (await create('tags', { name: name() })).tag.id as number
  const tagged = await send('PUT', path, { match: tag, body: { tag_ids: [tagId] } })
  await send('PUT', `tags/${tagId}`, { body: { name: name() } })
  const body = { title: 'new' }
  const match = String(tagged.headers.get('etag'))
  expect((await send('PUT', path, { match, body })).status).toBe(412)
  const present = await tagOf(path)
  const voter = await tenant.sso({ email: 'voter@people.example' })
  const voted = await first.graphql(VOTE, { id: `post_${id}` }, { ...tenant.key, ...voter })
  expect(voted.body.errors).toBeUndefined()
  expect((await send('PUT', path, { match: present, body })).status).toBe(412)
})

test('a refused write changes nothing, and an invalid one is refused as without a condition', async () => {
  const path = `feature_requests/${await createPost(first, tenant)}`
  const match = await tagOf(path)
  expect((await send('PUT', path, { match, body: { title: '' } })).body.error).toBe(
    'ERROR_CODE_MISSING_PARAM',
  )
  expect((await send('PUT', path, { match, body: { title: 'x', tag_ids: [0] } })).status).toBe(422)
  expect(await tagOf(path)).toBe(match)
  const unread = await putGrant(first, tenant, tenant, { scopes: ['posts:write'] })
  const written = await send('PUT', path, { body: { title: 'by a token' }, headers: unread.token })
  const own = String(written.headers.get('etag'))
  expect((await send('PUT', path, { match: own, body: { title: 'theirs' } })).status).toBe(412)
  const again = { match: own, body: { title: 'again' }, headers: unread.token }
  expect((await send('PUT', path, again)).status).toBe(200)
  expect((await send('PUT', path, again)).status).toBe(412)
})

test('an address without a read of one object has no tag', async () => {
  const email = 'by@people.example'
  await create('customers', { email })
  const list = await tagOf('customers')
  const body = { email, name: 'New' }
  expect((await send('PUT', 'customers', { match: list, body })).status).toBe(412)
  expect((await send('PUT', 'customers', { none: '*', body })).status).toBe(412)
  expect((await send('PUT', 'customers', { match: '*', none: list, body })).status).toBe(200)
})
