import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { mailsOf } from '../support/fixtures/mails.ts'
import { merging } from '../support/fixtures/merging.ts'
import { notifying } from '../support/fixtures/notifications.ts'
import { customers, emailOf, submit } from '../support/fixtures/people.ts'
import { reporting } from '../support/fixtures/reporting.ts'
import { useMailWorkers } from '../support/mail-worker.ts'
import { useApp, useTenant } from '../support/use.ts'

const TOKEN = 'a-token-of-the-operator'
const app = useApp({ mailReportToken: TOKEN })
const tenant = useTenant(app, 'acme')
const { plan, setStatus } = notifying(app, tenant)
const { vote } = merging(app, tenant)
const { send } = useMailWorkers(app)
const { postJson } = reporting(app, TOKEN)

const reachOf = async (id: string) =>
  (
    await run(
      app,
      tenant.keyAndAdmin,
      'query ($id: ID!) { postReach(by: { id: $id }) { notified { people mailed failed bounced } } }',
      { id: `post_${id}` },
    )
  ).postReach.notified

const mails = async () =>
  (await mailsOf(app, tenant.organization.id)).map(({ email, state, report }) => [email, state, report])

test('a returned mail counts in the reach of its post, and the next notification is not sent', async () => {
  const { ada, eve } = await customers(app, tenant, 'ada', 'eve')
  const id = await submit(app, tenant.key, 'Dark mode')
  for (const voter of [ada, eve]) await vote(voter, id)
  await send()
  await setStatus(id, 'planned')
  await plan()
  const first = [
    [emailOf('ada'), 'sent', null],
    [emailOf('eve'), 'sent', null],
  ]
  await expect.poll(mails, { timeout: DEADLINE_MS }).toEqual(first)
  await postJson({ reports: [{ type: 'bounce', email: emailOf('ada'), permanent: true }] })
  expect(await reachOf(id)).toEqual([{ people: 2, mailed: 2, failed: 0, bounced: 1 }])

  await setStatus(id, 'completed')
  await plan()
  await expect.poll(mails, { timeout: DEADLINE_MS }).toEqual([
    [emailOf('ada'), 'sent', 'bounced'],
    [emailOf('eve'), 'sent', null],
    [emailOf('ada'), 'suppressed', null],
    [emailOf('eve'), 'sent', null],
  ])
  expect((await reachOf(id))[0]).toEqual({ people: 2, mailed: 1, failed: 1, bounced: 0 })
})
