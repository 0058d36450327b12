import { beforeAll, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { connect } from '../support/clients/sockets.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const MESSAGE = 'You have been blocked by the team'
const READS = ['{ posts { nodes { title } } }', '{ node(id: "post_1") { id } }', '{ organization { name } }']
let visitor: PageVisitor
let session: Record<string, string>
let filled: Awaited<ReturnType<typeof fillPortal>>

beforeAll(async () => {
  filled = await fillPortal(app, tenant)
  session = await signInAsCustomer()
  await setBlocked(true)
})

/** Signs a customer in by SSO. Returns the headers of the session. */
async function signInAsCustomer(): Promise<Record<string, string>> {
  const exp = Math.floor(Date.now() / 1000) + 300
  const { Authorization = '' } = await tenant.sso({ email: 'bob@people.example', exp })
  visitor = new PageVisitor(app)
  await visitor.open(`/@acme/sso?token=${Authorization.replace('Bearer ', '')}`)
  const [, token = ''] = visitor.cookie.split('=')
  return { Authorization: `Bearer ${token}`, 'X-Organization': 'acme' }
}

async function setBlocked(blocked: boolean): Promise<void> {
  const person = `update users set blocked = $1 where email = 'bob@people.example'`
  await app.database.pool.query(person, [blocked])
  app.services.sessions.clear()
}

const errorOf = async (query: string, headers = session) =>
  (await app.graphql(query, {}, headers)).body.errors?.[0]

const read = async (query: string) => (await app.graphql(query, {}, session)).body.data

test('a blocked person reads nothing over GraphQL where the portal is closed to them', async () => {
  expect((await open(app, '/@acme/p/dark-mode', { Cookie: visitor.cookie })).text).not.toContain('Dark mode')
  for (const headers of [
    session,
    { ...(await tenant.sso({ email: 'bob@people.example' })), 'X-Organization': 'acme' },
  ])
    for (const query of READS)
      expect(await errorOf(query, headers), query).toMatchObject({
        message: MESSAGE,
        extensions: { code: 'FORBIDDEN' },
      })
})

test('a socket of a blocked person reads nothing either', async () => {
  const client = await connect(app, session)
  client.send({ id: '1', type: 'subscribe', payload: { query: '{ posts { nodes { title } } }' } })
  const { payload } = await client.received(({ id }) => id === '1')
  expect(JSON.stringify(payload)).toContain(MESSAGE)
  client.socket.close()
})

test('public pages stay readable, and others read as before', async () => {
  await openPortal(app, tenant)
  app.services.sessions.clear()
  expect((await open(app, '/@acme/p/dark-mode', { Cookie: visitor.cookie })).text).toContain(
    'About Dark mode',
  )
  expect(await errorOf(READS[0] ?? '')).toBeUndefined()
  await openPortal(app, tenant, { visibility: 'MEMBERS' })
  await setBlocked(false)
  expect(await errorOf(READS[0] ?? '')).toBeUndefined()
})

test('where the portal is public, a blocked person reads what a visitor reads and no more', async () => {
  const { posts } = await read('{ posts(first: 1) { nodes { id bucket { id } } } }')
  const create = `mutation { createPost(input: { title: "Mine", bucketId: "${posts.nodes[0].bucket.id}" })
    { post { databaseId } errors { message } } }`
  const { databaseId } = (await read(create)).createPost.post
  await app.database.pool.query(`update posts set approval_status = 'pending' where id = $1`, [databaseId])
  const one = (id?: number) => `{ post(by: { id: "post_${id}" }) { title viewerVote viewerSubscribed } }`
  const own = { title: 'Mine', viewerVote: 'UP', viewerSubscribed: true }
  expect((await read(one(databaseId))).post).toEqual(own)

  await openPortal(app, tenant)
  await setBlocked(true)
  expect(await read('{ posts { nodes { title } } roadmaps { nodes { title } } }')).toEqual({
    posts: { nodes: [{ title: 'Dark mode' }] },
    roadmaps: { nodes: [{ title: 'Public plan' }] },
  })
  const unseen = [filled.hidden, filled.merged, filled.pending, filled.inside].map((post) => Number(post?.id))
  for (const id of [databaseId, ...unseen]) expect((await read(one(id))).post).toBeNull()
  expect(
    (await read(`{ comments(filter: { postId: "post_${filled.hidden?.id}" }) { totalCount } }`)).comments,
  ).toEqual({ totalCount: 0 })
  await app.database.pool.query(`update posts set approval_status = 'approved' where id = $1`, [databaseId])
  expect((await read(one(databaseId))).post).toEqual({ ...own, viewerVote: null, viewerSubscribed: false })
  for (const query of ['{ node(id: "post_1") { id } }', '{ statusCounts { count } }', create])
    expect((await app.graphql(query, {}, session)).text).toContain(MESSAGE)
  expect((await read('{ viewer { user { email } } }')).viewer.user).toEqual({ email: 'bob@people.example' })
  await openPortal(app, tenant, { visibility: 'MEMBERS' })
})

test('a blocked person still signs out', async () => {
  await setBlocked(true)
  expect(await errorOf('mutation { signOut(input: {}) { errors { message } } }')).toBeUndefined()
  app.services.sessions.clear()
  expect(await errorOf(READS[0] ?? '')).toMatchObject({ extensions: { code: 'UNAUTHORIZED' } })
})
