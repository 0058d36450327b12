import { beforeEach, expect, test } from 'vitest'
import { purgeSignInRequests } from '../../src/modules/sign-in/purge-sign-in-requests.ts'
import { signInProblem } from '../../src/modules/sign-in/sign-in-problem.ts'
import { refusal, run } from '../support/clients/operations.ts'
import {
  forgetNetworks,
  letSignInsPass,
  requestCode,
  signInByMail,
  updateJoining,
  WITH_CODE,
} from '../support/clients/sign-in-codes.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const ours = useTenant(app, 'acme')
let count = 0
const newAddress = () => `person-${++count}@people.example`
const join = (tenant: Tenant, input: object) => updateJoining(app, tenant, input)
const ME = '{ viewer { role account { email } actor { email name } organization { slug } } }'
const rowsOf = async (email: string) =>
  (await app.database.pool.query<{ id: number }>('select id from users where email = $1', [email])).rows

beforeEach(async () => {
  await forgetNetworks(app)
  await join(ours, { signUp: 'OPEN' })
})

test('known people, and by the rule those of a domain or everybody, may sign in, and blocked ones may not', async () => {
  const { organization } = await createTenant(app, 'rules')
  const { db } = app.services
  const problem = (email: string) => signInProblem(db, organization.id, email)
  const stored = async (changes: object) => {
    await db.updateTable('organizations').set(changes).where('id', '=', organization.id).execute()
  }
  await db
    .insertInto('users')
    .values([
      { organizationId: organization.id, email: 'ann@out.example', name: 'Ann', labels: [] },
      { organizationId: organization.id, email: 'bad@in.example', name: 'Bad', labels: [], blocked: true },
    ])
    .execute()
  expect(await problem('ann@out.example')).toBeNull()
  expect(await problem('new@in.example')).toBe('The address is not known')
  await stored({ signUp: 'domains', signUpDomains: ['in.example'] })
  expect(await problem('new@in.example')).toBeNull()
  expect(await problem('new@sub.in.example')).toBe('The address is of another domain')
  expect(await problem('ann@out.example')).toBeNull()
  await stored({ signUp: 'open' })
  expect(await problem('new@out.example')).toBeNull()
  expect(await problem('bad@in.example')).toBe('The person is blocked')
})

test('the settings of joining are of the team, and need a domain', async () => {
  const { updateOrganization } = await join(ours, {
    signUp: 'DOMAINS',
    signUpDomains: ['@Example.COM', 'example.com', 'xn--bcher-kva.example'],
  })
  expect(updateOrganization.organization).toEqual({
    signUp: 'DOMAINS',
    signUpDomains: ['example.com', 'bücher.example'],
  })
  for (const input of [
    { signUpDomains: [] },
    { signUpDomains: ['a@b.example'] },
    { signUpDomains: ['local'] },
  ])
    await expect(join(ours, input)).rejects.toThrow('signUpDomains')
  const session = await signInByMail(app, 'acme', 'team@example.com')
  expect((await run(app, session, '{ organization { signUp signUpDomains } }')).organization).toEqual({
    signUp: null,
    signUpDomains: null,
  })
})

test('a person who lost the right between the mail and the code does not sign in', async () => {
  const email = newAddress()
  const asked = await requestCode(app, 'acme', email)
  await join(ours, { signUp: 'KNOWN' })
  expect(await refusal(app, {}, WITH_CODE, asked)).toMatchObject({ code: 'FORBIDDEN' })
  expect(await rowsOf(email)).toEqual([])
})

test('a person of the team has the role in the session once the membership is accepted', async () => {
  const member = await ours.member('member')
  const session = await signInByMail(app, 'acme', member.email)
  expect((await run(app, session, ME)).viewer).toMatchObject({ role: 'MEMBER', account: null })
  const where = { email: member.email }
  await app.database.kysely
    .updateTable('users')
    .set({ acceptedAt: null })
    .where('email', '=', where.email)
    .execute()
  app.services.sessions.clear()
  expect((await run(app, session, ME)).viewer.role).toBeNull()
})

test('requests are deleted a day later, and with the person', async () => {
  const email = newAddress()
  await signInByMail(app, 'acme', email)
  await requestCode(app, 'acme', email)
  const requests = async () =>
    (await app.database.pool.query('select id from sign_in_requests where email = $1', [email])).rows.length
  expect(await requests()).toBe(2)
  const [person] = await rowsOf(email)
  await run(
    app,
    ours.admin.session,
    `mutation { deleteCustomer(input: { id: "cus_${person?.id}" }) { deletedCustomerId } }`,
  )
  expect(await requests()).toBe(0)
  await requestCode(app, 'acme', newAddress())
  await letSignInsPass(app, 86_400)
  expect(await purgeSignInRequests(app.services.db, 500)).toBeGreaterThan(0)
  const { rows } = await app.database.pool.query('select id from sign_in_requests')
  expect(rows).toEqual([])
})
