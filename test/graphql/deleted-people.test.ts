import { expect, test } from 'vitest'
import { addressIn, invitationsAt } from '../support/clients/invitations.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const START =
  'mutation ($organization: String!, $token: String!) { signInWithSso(input: { organization: $organization, token: $token }) { session { token } } }'
const ME = '{ viewer { actor { databaseId } } }'
const DELETE = 'mutation ($id: ID!) { deleteCustomer(input: { id: $id }) { deletedCustomerId } }'

const app = useApp()
const tenant = useTenant(app)

/** Returns the names of the tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition`,
  )
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const query = `select from "${name}" t where t::text like '%' || $1 || '%' limit 1`
      return (await app.database.pool.query(query, [text])).rows.length > 0 ? [name] : []
    }),
  )
  return found.flat().sort()
}

/** Starts a session by SSO. Returns its header. */
async function startSession(email: string) {
  const exp = Math.floor(Date.now() / 1000) + 300
  const { Authorization: token } = await tenant.sso({ email, exp, add_as_customer: true })
  const { signInWithSso } = await run(app, {}, START, { organization: tenant.organization.slug, token })
  return { Authorization: `Bearer ${signInWithSso.session.token}` }
}

test('the deletion of a customer deletes their sessions by SSO, searched words and former invitations', async () => {
  const email = addressIn(tenant, 'forgettable')
  const session = await startSession(email)
  const { viewer } = await run(app, session, ME)
  const { token, invitation } = await invitationsAt(app).invite(tenant, email)
  await run(
    app,
    tenant.admin.session,
    'mutation ($id: ID!) { withdrawInvitation(input: { id: $id }) { invitation { id } } }',
    { id: invitation.id },
  )
  expect(token).not.toBe('')
  expect(await tablesWith('forgettable')).toEqual(expect.arrayContaining(['invitations', 'users']))
  await run(app, tenant.admin.session, DELETE, { id: `cus_${viewer.actor.databaseId}` })
  expect(await tablesWith('forgettable')).toEqual([])
  const { rows } = await app.database.pool.query('select id from sessions where user_id = $1', [
    viewer.actor.databaseId,
  ])
  expect(rows).toEqual([])
  app.services.sessions.clear()
  expect(await refusal(app, session, ME)).toMatchObject({ status: 401 })
})

test('a session by SSO does not start for a person who is deleted at the same time', async () => {
  const email = addressIn(tenant, 'meanwhile')
  const { viewer } = await run(app, await startSession(email), ME)
  const id: number = viewer.actor.databaseId
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query('select from users where id = $1 for update', [id])
  const refused = startSession(email).catch((error: unknown) => String(error))
  await expect
    .poll(async () => {
      const { rows } = await app.database.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length
    })
    .toBe(1)
  await client.query('update users set anonymized_at = now(), email = null where id = $1', [id])
  await client.query('delete from sessions where user_id = $1', [id])
  await client.query('commit')
  client.release()
  expect(await refused).toContain('UNAUTHORIZED')
  const { rows } = await app.database.pool.query('select id from sessions where user_id = $1', [id])
  expect(rows).toEqual([])
})

test('the deletion of a customer ends an open invitation to their address, and keeps those of other organizations', async () => {
  const email = addressIn(tenant, 'invited')
  const { viewer } = await run(app, await startSession(email), ME)
  const { invite, accept } = invitationsAt(app)
  const { token } = await invite(tenant, email)
  const other = await createTenant(app)
  const kept = await invite(other, email)
  await run(app, tenant.admin.session, DELETE, { id: `cus_${viewer.actor.databaseId}` })
  await expect(accept(token)).rejects.toThrow()
  expect((await accept(kept.token)).organization.slug).toBe(other.organization.slug)
})
