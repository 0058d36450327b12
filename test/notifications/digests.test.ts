import { expect, test } from 'vitest'
import { queueDigests } from '../../src/modules/notifications/digests/queue-digests.ts'
import { run } from '../support/clients/operations.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { merging } from '../support/fixtures/merging.ts'
import { notifying } from '../support/fixtures/notifications.ts'
import { customers, submit } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'
import { sendMails } from '../support/fixtures/mails.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const { plan, setStatus } = notifying(app, tenant)
const { vote } = merging(app, tenant)
const CHOOSE =
  'mutation ($input: UpdateNotificationPreferencesInput!) { updateNotificationPreferences(input: $input) { notificationPreferences { noMail } } }'

type Mail = { kind: string; email: string; state: string; subject: string | null; html: string | null }

/** Lets a day come, a Monday or another one. */
async function letDayCome(isMonday: boolean): Promise<void> {
  await app.database.pool.query(
    `update notification_cursors set digest_due_at = date_trunc('week', now()) + make_interval(days => $1, hours => 8) - interval '14 days'`,
    [isMonday ? 0 : 1],
  )
  while (await queueDigests(app.services.db));
}

/** Stores what was queued, as without a mail server, and returns it. */
async function stored(): Promise<Mail[]> {
  const worker = sendMails(app, null)
  const queued = "select 1 from mails where state in ('queued', 'sending')"
  const count = async () => (await app.database.pool.query(queued)).rowCount
  await expect.poll(count, { timeout: DEADLINE_MS }).toBe(0)
  await worker.stop()
  const { mails } = await run(
    app,
    tenant.admin.session,
    '{ mails { nodes { kind email state subject html } } }',
  )
  return mails.nodes
}

test('changes of a day are one mail at 08:00, once, and those of a week come on Monday', async () => {
  const { ada, bob } = await customers(app, tenant, 'ada', 'bob')
  const choose = (headers: typeof ada, frequency: string) =>
    run(app, headers, CHOOSE, { input: { choices: [{ kind: 'POST_STATUS_CHANGED', frequency }] } })
  await choose(ada, 'DAILY')
  await choose(bob, 'WEEKLY')
  for (const title of ['Dark mode', 'Offline mode']) {
    const id = await submit(app, tenant.key, title)
    for (const person of [ada, bob]) await vote(person, id)
    await setStatus(id, 'planned')
  }
  await plan()
  await letDayCome(false)
  await letDayCome(false)
  const [daily, ...others] = await stored()
  expect(others).toEqual([])
  expect(daily).toMatchObject({
    kind: 'DIGEST',
    email: 'ada@people.example',
    subject: 'News from Name of acme',
  })
  expect(daily?.html).toMatch(/Planned: Dark mode[^]*Planned: Offline mode[^]*a summary of what you follow/)
  expect(daily?.html?.match(/Dark mode/g)).toHaveLength(1)
  await letDayCome(true)
  const mails = await stored()
  expect(mails.map(({ kind, email }) => `${kind} ${email}`).sort()).toEqual([
    'DIGEST ada@people.example',
    'DIGEST bob@people.example',
    `TEAM_DIGEST ${tenant.admin.email}`,
  ])
  const team = mails.find(({ kind }) => kind === 'TEAM_DIGEST')
  expect(team?.html).toMatch(/posts 2, votes 6, comments 0[^]*▲ 3 {2}Dark mode/)
})
