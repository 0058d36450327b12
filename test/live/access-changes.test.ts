import { beforeEach, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { credentialsChecked } from '../support/credentials-checked.ts'
import { createTenant, type Person, type Tenant } from '../support/fixtures/scenario.ts'
import { connect, subscriptionsOpen, until } from '../support/clients/sockets.ts'
import { useApp } from '../support/use.ts'

const here = useApp()
const there = useApp({ beside: here })
let target: Tenant
let member: Person

beforeEach(async () => {
  target = await createTenant(here)
  member = await target.member('member')
})

const EVENTS =
  'subscription { events(filter: {types: [POST_CREATED]}) { ... on PostEvent { post { title } } } }'
const checked = () => credentialsChecked(async (text) => (await here.database.pool.query(text)).rows)
const admin = () => target.admin.session
const createPost = (title = 'x') =>
  here.call('POST', '/api/v3/feature_requests', { headers: target.key, body: { title } })

test('a change to another role with the same permissions loses no event', async () => {
  const socket = await connect(there, member.session)
  socket.subscribe('1', EVENTS)
  await subscriptionsOpen(there, 1)
  let writing = true
  let written = 0
  const writer = (async () => {
    for (; writing; written++) await createPost()
  })()
  for (const role of ['CSM', 'ADMIN', 'COLLABORATOR']) {
    await run(
      here,
      admin(),
      'mutation ($id: ID!, $role: TeamRole!) { updateTeamMember(input: { id: $id, role: $role }) { teamMember { id } } }',
      { id: `mbr_${member.id}`, role },
    )
    await checked()
  }
  writing = false
  await writer
  await until(() => socket.results('1').length >= written)
  // Every event before the last one has arrived once it has.
  await createPost('last')
  await socket.received(({ payload }) => payload?.data?.events.post.title === 'last')
  expect(socket.results('1').length).toBe(written + 1)
  expect(socket.closed).toBeNull()
  socket.socket.close()
})

test('ends only the operation that is no longer allowed', async () => {
  const socket = await connect(there, target.keyAndAdmin)
  socket.subscribe('notices', 'subscription { events(filter: {types: [WEBHOOK_DISABLED]}) { type } }')
  socket.subscribe('posts', EVENTS)
  await subscriptionsOpen(there, 2)
  await checked()
  await target.member('admin')
  const change =
    'mutation ($id: ID!) { updateTeamMember(input: { id: $id, role: MEMBER }) { teamMember { id } } }'
  await run(here, admin(), change, { id: `mbr_${target.admin.id}` })
  const { id } = await socket.received(({ type }) => type === 'error')
  expect(id).toBe('notices')
  await createPost()
  await socket.received(({ id, type }) => id === 'posts' && type === 'next')
  expect(socket.closed).toBeNull()
  socket.socket.close()
})
