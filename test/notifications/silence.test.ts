import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { SYSTEM, type Actor } from '../../src/events/actor.ts'
import { disableWebhook } from '../../src/modules/webhooks/disable-webhook.ts'
import { renewIds } from '../../src/db/history/renew-ids.ts'
import { run } from '../support/clients/operations.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { merging } from '../support/fixtures/merging.ts'
import { notifying } from '../support/fixtures/notifications.ts'
import { customers, emailOf, postId, submit } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const { read, plan, planned, setStatus } = notifying(app, tenant)
const { vote, merge, unmerge } = merging(app, tenant)
let as: Awaited<ReturnType<typeof customers<'ada' | 'bob'>>>
let id: string

beforeEach(async () => {
  as = await customers(app, tenant, 'ada', 'bob')
  id = await submit(app, tenant.key, 'Dark mode')
  await vote(as.ada, id)
  await planned()
})

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

test('after a restore, no one is notified of what waited before it', async () => {
  await setStatus(id, 'planned')
  await read(60_000)
  await setStatus(id, 'in_progress')
  await expect.poll(async () => (await query('select 1 from event_box')).rowCount).toBe(0)
  await renewIds(app.services.db, { always: true })
  expect(await planned()).toEqual([])
  await setStatus(id, 'completed')
  expect(await planned()).toEqual(['ada: post_status_changed'])
  await query(`insert into mails (organization_id, kind, topic_id, user_id, email, locale)
    select organization_id, 'notification', 1, id, email, 'en' from users where name = 'ada'`)
  await renewIds(app.services.db, { always: true })
  expect(
    (await query("select state from mails where kind = 'notification' and state = 'queued'")).rowCount,
  ).toBe(0)
})

test('a person of an import is notified once they come by themselves', async () => {
  await query("update users set reachable = false where name = 'ada'")
  await setStatus(id, 'planned')
  expect(await planned()).toEqual([])
  await run(app, as.ada, '{ viewer { user { name } } }')
  await setStatus(id, 'completed')
  expect(await planned()).toEqual(['ada: post_status_changed'])
})

test('a merge copies mutes to the remaining post, and its end removes the copies', async () => {
  const other = await submit(app, tenant.key, 'Night mode')
  await vote(as.bob, other)
  await run(app, as.bob, 'mutation ($id: ID!) { unsubscribeFromPost(input: { id: $id }) { post { id } } }', {
    id: postId(other),
  })
  await planned()
  await merge(id, other)
  expect(await planned()).toEqual([])
  await setStatus(id, 'planned')
  expect(await planned()).toEqual(['ada: post_status_changed'])
  await unmerge(other)
  await vote(as.bob, id)
  await setStatus(id, 'completed')
  expect(await planned()).toEqual(['ada', 'bob'].map((name) => `${name}: post_status_changed`))
})

test('a hidden post notifies the team alone, and a deleted one no one', async () => {
  await vote(tenant.admin.session, id)
  await query('update posts set hidden = true where id = $1', [id])
  await setStatus(id, 'planned', (await tenant.member('member')).session)
  expect(await planned()).toEqual(['admin of acme: post_status_changed'])
  await setStatus(id, 'completed')
  await read(60_000)
  await query('delete from posts where id = $1', [id])
  await plan()
  expect(await planned()).toEqual([])
})

test('admins are notified of a webhook that the service has disabled, not of one that an admin has', async () => {
  const organizationId = tenant.organization.id
  const disable = async (actor: Actor, actorId: number | null) => {
    const create =
      'mutation { createWebhook(input: { url: "https://a.example", events: [POST_CREATED] }) { webhook { databaseId } } }'
    const { databaseId } = (await run(app, tenant.admin.session, create)).createWebhook.webhook
    const disabling = { id: databaseId as number, reason: 'Tried in vain', actorId, actor }
    await inTransaction(app.services.db, (tx) => disableWebhook(tx, organizationId, disabling))
  }
  await disable({ kind: 'user', id: tenant.admin.id }, tenant.admin.id)
  expect(await planned()).toEqual([])
  await disable(SYSTEM, null)
  expect(await planned()).toEqual(['admin of acme: webhook_disabled'])
})

test('no mail is queued to a person who is erased while a topic is planned', async () => {
  await setStatus(id, 'planned')
  await read(60_000)
  const holder = await app.database.pool.connect()
  // Planning waits for a row of the same topic and person, after it has read the address.
  await holder.query('begin')
  await holder.query(`insert into notifications (organization_id, topic_id, user_id, kinds, in_bell, frequency)
    select t.organization_id, t.id, u.id, '{post_status_changed}', true, 'never' from notification_topics t
    join users u on u.organization_id = t.organization_id and u.name = 'ada' where t.planned_at is null`)
  const planning = plan()
  try {
    const blocked =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await query(blocked)).rowCount, { timeout: DEADLINE_MS }).toBe(1)
    const erase = 'mutation ($id: ID!) { deleteCustomer(input: { id: $id }) { deletedCustomerId } }'
    const { rows } = await query(
      "update users set customer_since = now() where name = 'ada' returning 'cus_' || id as id",
    )
    await run(app, tenant.admin.session, erase, rows[0] as { id: string })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await planning
  expect((await query('select email from mails where email = $1', [emailOf('ada')])).rows).toEqual([])
})
