import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { stopClock } from '../support/clock.ts'
import { credentialsChecked } from '../support/credentials-checked.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword, letSessionsPass, PASSWORD, signIn } from '../support/clients/sessions.ts'
import { connect, subscriptionsOpen, type Client } from '../support/clients/sockets.ts'
import { createTenant, type Headers, type Person, type Tenant } from '../support/fixtures/scenario.ts'

let here: TestApp
/** Another server on the same database, with caches of its own. */
let there: TestApp
let tenant: Tenant
let person: Person
let session: Headers
let other: Headers

beforeAll(async () => {
  here = await startApp()
  there = await startApp({ beside: here })
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})
beforeEach(async () => {
  // Cached sessions stay, unless a change is detected.
  stopClock()
  tenant = await createTenant(here)
  person = await tenant.member('member')
  await givePassword(here, [person])
  session = await signIn(here, person.email, tenant.organization.slug)
  other = await signIn(here, person.email, tenant.organization.slug)
})

/** Checks of credentials in five seconds. After 15 seconds, also a change that no check sees ends a subscription. */
const FEW = 12
const EVENTS = 'subscription { events(filter: { types: [POST_CREATED] }) { type } }'
const checked = () => credentialsChecked(async (text) => (await here.database.pool.query(text)).rows)

/** Opens a socket of each session with a subscription, and waits until both have received an event. */
async function subscribed(): Promise<[Client, Client]> {
  const sockets: [Client, Client] = [await connect(there, session), await connect(there, other)]
  for (const socket of sockets) socket.subscribe('1', EVENTS)
  await subscriptionsOpen(there, 2)
  await here.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title: 'x' } })
  for (const socket of sockets) await socket.received(({ type }) => type === 'next')
  await checked()
  expect(sockets.map(({ closed }) => closed)).toEqual([null, null])
  return sockets
}

const CHANGE = `mutation { changePassword(input: { currentPassword: "${PASSWORD}", newPassword: "another password" }) { session { token } } }`
const REVOKE = 'mutation ($id: ID!) { revokeSession(input: { id: $id }) { revokedSessionId } }'

async function revokeFromOther() {
  const { sessions } = await run(here, other, '{ sessions { nodes { id current } } }')
  await run(here, other, REVOKE, { id: sessions.nodes[1].id })
}

const CASES: [what: string, act: () => Promise<unknown>, endsOther: boolean][] = [
  ['is revoked from another one', revokeFromOther, false],
  ['signs out', () => run(here, session, 'mutation { signOut(input: {}) { revokedSessionId } }'), false],
  [
    'ends with the others',
    () => run(here, other, 'mutation { revokeOtherSessions(input: {}) { revokedSessionIds } }'),
    false,
  ],
  ['ends by a new password', () => run(here, person.session, CHANGE), true],
  ['expires', () => letSessionsPass(here, 14 * 86_400), true],
]

describe.each(CASES)('a session that %s', (_what, act, endsOther) => {
  test('closes its sockets at every server', async () => {
    const [socket, kept] = await subscribed()
    await act()
    there.identifications.length = 0
    expect(await socket.end()).toEqual({ code: 4403, reason: 'Forbidden' })
    expect(there.identifications.filter((text) => text.includes('"credentialRow"')).length).toBeLessThan(FEW)
    expect(socket.messages.at(-1)).toMatchObject({ id: '1', type: 'error' })
    if (endsOther) expect((await kept.end()).code).toBe(4403)
    else {
      await checked()
      expect(kept.closed).toBeNull()
      kept.socket.close()
    }
    for (const app of [here, there]) {
      const { body } = await app.graphql('{ viewer { role } }', {}, session)
      expect(body.errors[0].extensions.status).toBe(401)
    }
  })
})
