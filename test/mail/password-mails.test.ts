import { expect, test } from 'vitest'
import { addressIn } from '../support/clients/invitations.ts'
import { passwordResetsAt } from '../support/clients/password-resets.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useMailWorkers } from '../support/mail-worker.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const { send } = useMailWorkers(app)

test('a link that sets a password is sent to the address of an account alone', async () => {
  const tenant = await createTenant(app)
  const person = await tenant.member('member')
  const known = person.email.toLowerCase()
  const unknown = addressIn(tenant, 'nobody')
  const { request, tokenOf } = passwordResetsAt(app)
  await request(unknown)
  const token = await tokenOf(known)
  const { received } = await send()
  const states = async () => {
    const { rows } = await app.database.pool.query<{ email: string; state: string; reason: string | null }>(
      'select email, state, reason from mails where email = any($1) order by id',
      [[known, unknown]],
    )
    return rows
  }
  await expect.poll(states).toEqual([
    { email: unknown, state: 'skipped', reason: 'No account has this address' },
    { email: known, state: 'sent', reason: null },
  ])
  expect(received.map(({ to }) => to)).toEqual([[known]])
  expect(received[0]?.message.replaceAll(/=\r\n/g, '')).toContain(`${app.url}/reset/${token}`)
})
