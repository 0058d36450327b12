import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { open } from '../support/clients/portal.ts'
import { uploadPicture } from '../support/clients/uploads.ts'
import { advanceClock } from '../support/clock.ts'
import { createComment } from '../support/fixtures/comments.ts'
import { merging } from '../support/fixtures/merging.ts'
import { png } from '../support/fixtures/pictures.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const { merge } = merging(app, tenant)
const host = 'ideas.acme.example'

/** A customer with a session of the API and the cookie of a browser. */
type Customer = { headers: Headers; Cookie: string }
let ada: Customer
let bob: Customer
let stranger: Headers
let path: string

async function customer(name: string): Promise<Customer> {
  const exp = Math.floor(Date.now() / 1000) + 300
  const sso = await tenant.sso({ email: `${name}@people.example`, name, exp, add_as_customer: true })
  const visitor = new PageVisitor(app)
  const token = sso.Authorization?.replace('Bearer ', '') ?? ''
  await visitor.open(`/@acme/sso?${new URLSearchParams({ token }).toString()}`)
  return { headers: { ...tenant.key, ...sso }, Cookie: visitor.cookie }
}

beforeAll(async () => {
  ada = await customer('ada')
  bob = await customer('bob')
  stranger = (await createTenant(app)).admin.session
})

beforeEach(async () => {
  await openPortal(app, tenant, { avatarUrl: null })
  path = await uploadPicture(app, ada.headers, png())
})

const read = (headers: Headers = {}) => fetch(app.url + path, { headers })

/** Returns who of all gets the picture, once no server remembers former readers. */
async function readers(): Promise<string> {
  advanceClock(1_000)
  const all: Record<string, Headers> = {
    visitor: {},
    ada: { Cookie: ada.Cookie, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'image' },
    bob: { Cookie: bob.Cookie, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'image' },
    'bob by the API': bob.headers,
    key: tenant.key,
    team: tenant.admin.session,
    stranger,
  }
  const found: string[] = []
  for (const [name, headers] of Object.entries(all)) if ((await read(headers)).ok) found.push(name)
  return found.join(', ')
}

const EVERYONE = 'visitor, ada, bob, bob by the API, key, team, stranger'
const AUTHOR = 'ada, key, team'
const PEOPLE = 'ada, bob, bob by the API, key, team'

const shown = () => `See ![shot](${app.url}${path})`

/** Submits a post with the picture. Returns its database id. */
async function submit(headers: Headers, description = shown(), more: object = {}): Promise<number> {
  const body = { title: `Idea ${randomUUID()}`, description, ...more }
  return (await app.call('POST', '/api/v3/feature_requests', { headers, body })).body.id as number
}

const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { errors { message } } }'
const update = (id: number, changes: object) =>
  run(app, tenant.keyAndAdmin, UPDATE, { input: { id: `post_${id}`, ...changes } })

test('a picture that no text uses is its uploader’s and the team’s', async () => {
  expect(await readers()).toBe(AUTHOR)
  expect((await read({ Cookie: ada.Cookie, 'Sec-Fetch-Dest': 'iframe' })).status).toBe(404)
  expect(Object.fromEntries((await read(ada.headers)).headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    'cross-origin-resource-policy': 'same-origin',
  })
  const refused = await read()
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

test('a picture of a public post is everyone’s, and caches ask before each use', async () => {
  const id = await submit(bob.headers)
  expect(await readers()).toBe(EVERYONE)
  const { headers } = await read()
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'public, no-cache',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const known = { 'If-None-Match': headers.get('etag') ?? '' }
  expect((await read(known)).status).toBe(304)
  await update(id, { hidden: true })
  advanceClock(1_000)
  expect((await read(known)).status).toBe(404)
})

test.each<[string, object, string]>([
  ['hidden', { hidden: true }, AUTHOR],
  // Its submitter may have named the picture of another person.
  ['pending', { approvalStatus: 'PENDING' }, AUTHOR],
  ['without it', { description: 'No picture' }, AUTHOR],
])('a picture of a post that is %s', async (_state, changes, expected) => {
  const id = await submit(bob.headers)
  await update(id, changes)
  expect(await readers()).toBe(expected)
})

test('a picture of a private, a merged and a deleted post', async () => {
  const make = 'mutation { createBucket(input: { name: "Inside", private: true }) { bucket { id } } }'
  const { bucket } = (await run(app, tenant.keyAndAdmin, make, {})).createBucket
  const id = await submit(bob.headers)
  await merge(String(await submit(bob.headers, 'Words')), String(id))
  expect(await readers()).toBe(PEOPLE)
  const inside = await submit(bob.headers)
  expect(await readers()).toBe(EVERYONE)
  await update(inside, { bucketId: bucket.id })
  const drop = 'mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }'
  await run(app, tenant.keyAndAdmin, drop, { id: `post_${id}` })
  expect(await readers()).toBe(AUTHOR)
})

test('a picture of a comment follows the comment and its post', async () => {
  const id = await submit(bob.headers, 'Words')
  const comment = await createComment(app, tenant.keyAndAdmin, id, shown(), { internal: true })
  expect(await readers()).toBe(AUTHOR)
  const change = (changes: string, id = comment) =>
    run(
      app,
      tenant.keyAndAdmin,
      `mutation { updateComment(input: { id: "${id}", ${changes} }) { comment { id } } }`,
      {},
    )
  await change('internal: false')
  expect(await readers()).toBe(EVERYONE)
  await change('approvalStatus: PENDING')
  expect(await readers()).toBe(AUTHOR)
  await change('approvalStatus: APPROVED')
  await update(id, { hidden: true })
  expect(await readers()).toBe(AUTHOR)
  const own = await createComment(app, bob.headers, await submit(bob.headers, 'Other'), shown())
  expect(await readers()).toBe(EVERYONE)
  await change('approvalStatus: PENDING', own)
  expect(await readers()).toBe(AUTHOR)
})

test('pictures of a closed portal are its people’s', async () => {
  await submit(bob.headers)
  await openPortal(app, tenant, { visibility: 'MEMBERS' })
  expect(await readers()).toBe(PEOPLE)
})

test('logos, avatars and pictures of the changelog are everyone’s, for a year', async () => {
  const forAll = async () => {
    expect(await readers()).toBe(EVERYONE)
    expect((await read()).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    path = await uploadPicture(app, ada.headers, png())
  }
  await openPortal(app, tenant, { visibility: 'MEMBERS', avatarUrl: app.url + path })
  await forAll()
  const own = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { errors { message } } }'
  await run(app, ada.headers, own, { input: { avatarUrl: app.url + path } })
  await forAll()
  const write =
    'mutation ($input: CreateChangelogInput!) { createChangelog(input: $input) { errors { message } } }'
  await run(app, tenant.keyAndAdmin, write, { input: { title: 'New', description: `<img src="${path}">` } })
  await forAll()
})

test('an own host shows the picture to its reader, from itself', async () => {
  await openPortal(app, tenant, { portalUrl: `https://${host}` })
  const { slug } = (
    await app.call('POST', '/api/v3/feature_requests', {
      headers: ada.headers,
      body: { title: 'Own', description: shown() },
    })
  ).body
  const sso = await tenant.sso({ email: 'ada@people.example', exp: Math.floor(Date.now() / 1000) + 300 })
  const token = sso.Authorization?.replace('Bearer ', '') ?? ''
  const entered = await open(app, `/sso?token=${token}`, { host })
  const Cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const id = (await app.database.pool.query('select id from posts where slug = $1', [slug])).rows[0].id
  await update(id, { approvalStatus: 'PENDING' })
  advanceClock(1_000)
  expect((await open(app, `/p/${slug}`, { host, Cookie })).text).toContain(`<img src="${path}" alt="shot" />`)
  expect((await open(app, path, { host, Cookie })).status).toBe(200)
  expect((await open(app, path, { host })).status).toBe(404)
  expect((await open(app, path, { Cookie })).status).toBe(404)
})
