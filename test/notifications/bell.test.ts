import { beforeEach, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { connect } from '../support/clients/sockets.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { createComment } from '../support/fixtures/comments.ts'
import { merging } from '../support/fixtures/merging.ts'
import { notifying } from '../support/fixtures/notifications.ts'
import { customers, postId, submit } from '../support/fixtures/people.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const { plan, planned, setStatus } = notifying(app, tenant)
const { vote } = merging(app, tenant)
let ada: Headers
let id: string

beforeEach(async () => {
  ;({ ada } = await customers(app, tenant, 'ada'))
  id = await submit(app, tenant.key, 'Dark mode')
  await vote(ada, id)
  await planned()
})

const BELL =
  '{ unreadNotificationsCount notifications { totalCount nodes { id kinds readAt post { title } comments { body } } } }'
const MARK =
  'mutation ($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) { unreadNotificationsCount } }'

test('shows what changed, and counts what is unread', async () => {
  await setStatus(id, 'planned')
  await createComment(app, tenant.keyAndAdmin, id, 'In May', { official: true })
  await createComment(app, tenant.keyAndAdmin, id, 'Not before', { internal: true })
  await plan()
  await setStatus(id, 'completed')
  await plan()
  const { unreadNotificationsCount, notifications } = await run(app, ada, BELL)
  expect(unreadNotificationsCount).toBe(2)
  expect(notifications.nodes).toMatchObject([
    { kinds: ['POST_STATUS_CHANGED'], readAt: null, comments: [] },
    {
      kinds: ['POST_STATUS_CHANGED', 'POST_ANSWERED'],
      post: { title: 'Dark mode' },
      comments: [{ body: 'In May' }],
    },
  ])
  const [newest, oldest] = notifications.nodes as { id: string }[]
  const mark = async (input: object) =>
    (await run(app, ada, MARK, { input })).markNotificationsRead.unreadNotificationsCount
  expect(await mark({ id: oldest?.id })).toBe(1)
  expect(await mark({ id: newest?.id, andBefore: true })).toBe(0)
})

test('a post that is private by now has no item, and counts no more', async () => {
  await setStatus(id, 'planned')
  await plan()
  expect((await run(app, ada, BELL)).unreadNotificationsCount).toBe(1)
  await app.database.pool.query('update posts set private = true where id = $1', [id])
  expect(await run(app, ada, BELL)).toMatchObject({
    unreadNotificationsCount: 0,
    notifications: { totalCount: 0, nodes: [] },
  })
})

test('a person who has turned off the bell and mail of a kind has no item of it', async () => {
  const choose =
    'mutation ($input: UpdateNotificationPreferencesInput!) { updateNotificationPreferences(input: $input) { notificationPreferences { noMail } } }'
  const choices = [{ kind: 'POST_STATUS_CHANGED', frequency: 'NEVER', inBell: false }]
  await run(app, ada, choose, { input: { choices } })
  await setStatus(id, 'planned')
  expect(await planned()).not.toContain('ada: post_status_changed')
  await run(app, ada, choose, { input: { choices: [{ kind: 'POST_STATUS_CHANGED', inBell: true }] } })
  await setStatus(id, 'completed')
  expect(await planned()).toContain('ada: post_status_changed')
})

test('the number of unread items is live', async () => {
  const client = await connect(app, ada)
  client.subscribe('1', 'subscription { unreadNotificationsCount }')
  const counts = () => client.results('1').map(({ data }) => data.unreadNotificationsCount as number)
  await expect.poll(counts, { timeout: DEADLINE_MS }).toEqual([0])
  await setStatus(id, 'planned')
  await plan()
  await expect.poll(counts, { timeout: DEADLINE_MS }).toEqual([0, 1])
  client.socket.terminate()
})

test('each member of the team has an own live number', async () => {
  const member = await tenant.member('collaborator')
  const clients = await Promise.all([tenant.admin, member].map(({ session }) => connect(app, session)))
  for (const client of clients) client.subscribe('1', 'subscription { unreadNotificationsCount }')
  await run(
    app,
    tenant.key,
    'mutation ($post: ID!, $id: ID!) { createComment(input: { postId: $post, body: "@Member", mentionIds: [$id] }) { comment { id } } }',
    { post: postId(id), id: `usr_${member.id}` },
  )
  await plan()
  const counts = () =>
    clients.map(({ results }) => results('1').at(-1)?.data?.unreadNotificationsCount as number)
  await expect.poll(counts, { timeout: DEADLINE_MS }).toEqual([0, 1])
  for (const { socket } of clients) socket.terminate()
})
