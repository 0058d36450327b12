import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { hashPassword } from '../../src/auth/password.ts'
import { keepDelays } from '../support/faults/kept-delays.ts'
import { refusal, run } from '../support/clients/operations.ts'
import type { Person, Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const ME = '{ viewer { role account { email } } }'
const SIGN_IN =
  'mutation ($email: EmailAddress!, $password: String!) { signIn(input: { email: $email, password: $password }) { session { token expiresAt account { email } organizations { nodes { slug } } } } }'
const CHANGE =
  'mutation ($current: String!, $next: String!) { changePassword(input: { currentPassword: $current, newPassword: $next }) { session { token } } }'
const PASSWORD = 'correct horse battery staple'

const app = useApp()
const ours = useTenant(app)

const in_ = ({ organization }: Tenant) => ({ 'X-Organization': organization.slug })
const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset

async function withPassword(person: Person, password = PASSWORD) {
  await app.database.kysely
    .updateTable('accounts')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', person.accountId)
    .execute()
  return person
}

test('starts a session of 14 days', async () => {
  const { email } = await withPassword(await ours.member('member'))
  const {
    signIn: { session },
  } = await run(app, {}, SIGN_IN, { email: ` ${email.toUpperCase()} `, password: PASSWORD })
  expect(session).toMatchObject({
    account: { email },
    organizations: { nodes: [{ slug: ours.organization.slug }] },
  })
  const days = (Date.parse(session.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThanOrEqual(14)
  const { viewer } = await run(app, { Authorization: `Bearer ${session.token}`, ...in_(ours) }, ME)
  expect(viewer).toMatchObject({ role: 'MEMBER', account: { email } })
})

test('a session for one organization has the role of its person there, and no other organization', async () => {
  const { email } = await withPassword(await ours.member('admin'))
  const started = await run(
    app,
    {},
    'mutation ($email: EmailAddress!, $password: String!, $organization: String) { signIn(input: { email: $email, password: $password, organization: $organization }) { session { token organizations { nodes { id } } } } }',
    { email, password: PASSWORD, organization: ours.organization.slug },
  )
  const { token, organizations } = started.signIn.session
  expect(organizations).toBeNull()
  const { viewer } = await run(app, { Authorization: `Bearer ${token}` }, ME)
  expect(viewer).toEqual({ role: 'ADMIN', account: null })
})

test('rejects a wrong password, an unknown e-mail and an account without a password in the same way', async () => {
  const { email } = await withPassword(await ours.member('member'))
  const without = await ours.member('member')
  const tries = [email, 'nobody@nowhere.example', without.email, 'not an e-mail', '']
  const answers = await Promise.all(
    tries.map(async (address) => {
      const { status, body } = await app.graphql(SIGN_IN, { email: address, password: 'not the password' })
      return { status, body }
    }),
  )
  expect(answers[0]?.body.errors[0]).toMatchObject({
    message: 'E-mail or password is wrong',
    path: ['signIn'],
    extensions: { code: 'UNAUTHORIZED', status: 401 },
  })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('takes the same CPU time for a wrong password and an unknown e-mail', async () => {
  const people = await Promise.all([1, 2, 3].map(async () => withPassword(await ours.member('member'))))
  const time = async (email: string) => {
    const before = process.cpuUsage()
    await refusal(app, {}, SIGN_IN, { email, password: 'guess' })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const withAccount: number[] = []
  const withoutAccount: number[] = []
  for (const { email } of people) {
    for (let round = 0; round < 2; round++) {
      withAccount.push(await time(email))
      withoutAccount.push(await time(`nobody-${email}`))
    }
  }
  expect(Math.min(...withoutAccount) / Math.min(...withAccount)).toBeGreaterThan(0.5)
  expect(Math.min(...withoutAccount) / Math.min(...withAccount)).toBeLessThan(2)
})

test('throttles guesses, the right password included, and locks no one else out', async () => {
  const { email } = await withPassword(await ours.member('member'))
  const other = await withPassword(await ours.member('member'))
  await keepDelays(app)
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => refusal(app, {}, SIGN_IN, { email, password: 'guess' })),
  )
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7)
  const right = await app.graphql(SIGN_IN, { email, password: PASSWORD })
  expect(right.body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  expect(right.body.errors[0].extensions.retryAfter).toBeGreaterThan(0)
  await run(app, {}, SIGN_IN, { email: other.email, password: PASSWORD })
})

test('ends earlier sessions on a password change and starts a new one', async () => {
  const person = await withPassword(await ours.member('member'))
  const { kysely } = app.database
  expect(
    await refusal(app, person.session, CHANGE, { current: 'wrong', next: 'another password' }),
  ).toMatchObject({ status: 422, field: ['currentPassword'] })
  expect(await refusal(app, person.session, CHANGE, { current: PASSWORD, next: 'short' })).toMatchObject({
    status: 422,
    field: ['newPassword'],
  })
  const sso = await ours.sso({ email: person.email })
  expect(await refusal(app, sso, CHANGE, { current: PASSWORD, next: 'another password' })).toMatchObject({
    status: 403,
  })
  await run(app, {}, SIGN_IN, { email: person.email, password: PASSWORD })
  const { keys, site } = app.services
  const older = await new SignJWT({
    iss: site.publicUrl,
    sub: String(person.accountId),
    iat: seconds(-2),
    exp: seconds(60),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(keys.session)
  await run(app, { Authorization: older, ...in_(ours) }, ME)
  const { changePassword } = await run(app, person.session, CHANGE, {
    current: PASSWORD,
    next: 'another password',
  })
  expect(await refusal(app, { Authorization: older, ...in_(ours) }, ME)).toMatchObject({ status: 401 })
  await run(app, { Authorization: changePassword.session.token, ...in_(ours) }, ME)
  expect(await refusal(app, {}, SIGN_IN, { email: person.email, password: PASSWORD })).toMatchObject({
    status: 401,
  })
  await run(app, {}, SIGN_IN, { email: person.email, password: 'another password' })
  const { passwordHash } = await kysely
    .selectFrom('accounts')
    .select('passwordHash')
    .where('id', '=', person.accountId)
    .executeTakeFirstOrThrow()
  expect(passwordHash).toMatch(/^\$argon2id\$/)
})
