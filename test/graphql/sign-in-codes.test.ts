import { beforeEach, expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import {
  forgetNetworks,
  letSignInsPass,
  otherThan,
  requestCode,
  updateJoining,
  WITH_CODE,
  WITH_LINK,
} from '../support/clients/sign-in-codes.ts'
import type { Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const ours = useTenant(app, 'acme')
const other = useTenant(app, 'other')
let count = 0
const newAddress = () => `person-${++count}@people.example`
const join = (tenant: Tenant, input: object) => updateJoining(app, tenant, input)
const ME = '{ viewer { role account { email } actor { email name } organization { slug } } }'
const rowsOf = async (email: string) =>
  (await app.database.pool.query<{ id: number }>('select id from users where email = $1', [email])).rows
const WRONG = { code: 'UNAUTHORIZED', message: 'The code is wrong, expired or used' }

beforeEach(async () => {
  await forgetNetworks(app)
  await join(ours, { signUp: 'OPEN' })
})

test('a code signs in one person in one organization, who joins after the proof as a customer, with an event', async () => {
  const email = 'nora.new@people.example'
  const asked = await requestCode(app, 'acme', email, '/@acme/p/dark-mode')
  expect(asked.code).toMatch(/^\d{6}$/)
  expect(asked.link).toMatch(new RegExp(`^${app.url}/@acme/sign-in/fosl_\\w+$`))
  expect(await rowsOf(email)).toEqual([])
  const typed = `${asked.code.slice(0, 3)} ${asked.code.slice(3)}`
  const { signInWithCode } = await run(app, {}, WITH_CODE, { ...asked, code: typed })
  expect(signInWithCode).toMatchObject({ returnTo: '/@acme/p/dark-mode', session: { account: null } })
  const session = { Authorization: `Bearer ${signInWithCode.session.token}` }
  expect((await run(app, session, ME)).viewer).toEqual({
    role: null,
    account: null,
    actor: { email, name: 'nora.new' },
    organization: { slug: 'acme' },
  })
  expect(await refusal(app, { ...session, 'X-Organization': 'other' }, ME)).toMatchObject({ status: 403 })
  const { rows } = await app.database.pool.query(
    `select type, actor_kind, actor_id = subject_id as own from events where snapshot->>'email' = $1`,
    [email],
  )
  expect(rows).toEqual([{ type: 'customer_created', actor_kind: 'user', own: true }])
  await run(app, ours.admin.session, 'mutation { rotateSsoKey(input: {}) { organization { id } } }')
  app.services.sessions.clear()
  expect(await refusal(app, session, ME)).toMatchObject({ status: 401 })
})

test('a link signs in once, without the token of the browser that asked', async () => {
  const { link: _link, ...asked } = await requestCode(app, 'acme', newAddress(), '/@acme/new')
  const withLink = { organization: 'acme', token: asked.linkToken }
  const { signInWithLink } = await run(app, {}, WITH_LINK, withLink)
  expect(signInWithLink.returnTo).toBe('/@acme/new')
  expect(await refusal(app, {}, WITH_LINK, withLink)).toMatchObject({
    code: 'UNAUTHORIZED',
    message: 'The link is invalid, expired or used',
  })
  expect(await refusal(app, {}, WITH_CODE, asked)).toMatchObject(WRONG)
})

test('a code ends its link and the other requests of the address in the organization, and no others', async () => {
  const email = newAddress()
  await join(other, { signUp: 'OPEN' })
  const [first, second] = [await requestCode(app, 'acme', email), await requestCode(app, 'acme', email)]
  const elsewhere = await requestCode(app, 'other', email)
  await run(app, {}, WITH_CODE, second)
  expect(await refusal(app, {}, WITH_CODE, second)).toMatchObject(WRONG)
  expect(await refusal(app, {}, WITH_CODE, first)).toMatchObject(WRONG)
  for (const { linkToken: token } of [first, second])
    expect(await refusal(app, {}, WITH_LINK, { organization: 'acme', token })).toMatchObject({
      code: 'UNAUTHORIZED',
    })
  await run(app, {}, WITH_CODE, elsewhere)
})

test('a code counts with the token of its browser and in its organization only', async () => {
  await join(other, { signUp: 'OPEN' })
  const [email, attacker] = [newAddress(), newAddress()]
  const asked = await requestCode(app, 'acme', email)
  const foreign = await requestCode(app, 'acme', attacker)
  const elsewhere = await requestCode(app, 'other', email)
  for (const stolen of [
    { ...asked, token: foreign.token },
    { ...asked, token: elsewhere.token },
    { ...asked, organization: 'other' },
    { ...asked, token: asked.token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')) },
    { ...asked, token: asked.linkToken },
  ])
    expect(await refusal(app, {}, WITH_CODE, stolen)).toMatchObject(WRONG)
  for (const [organization, token] of [
    ['other', asked.linkToken],
    ['acme', elsewhere.linkToken],
    ['acme', asked.token],
  ])
    expect(await refusal(app, {}, WITH_LINK, { organization, token })).toMatchObject({ code: 'UNAUTHORIZED' })
  await run(app, {}, WITH_CODE, asked)
})

test('of many tries of a code at once one succeeds, and of wrong ones five count', async () => {
  const asked = await requestCode(app, 'acme', newAddress())
  const tries = await Promise.all(Array.from({ length: 10 }, () => app.graphql(WITH_CODE, asked)))
  expect(tries.filter(({ body }) => body.data?.signInWithCode?.session)).toHaveLength(1)
  const guessed = await requestCode(app, 'acme', newAddress())
  const guess = { ...guessed, code: otherThan(guessed.code) }
  await Promise.all(Array.from({ length: 10 }, () => app.graphql(WITH_CODE, guess)))
  const { rows } = await app.database.pool.query(
    'select failures from sign_in_requests order by id desc limit 1',
  )
  expect(rows).toEqual([{ failures: 5 }])
  expect(await refusal(app, {}, WITH_CODE, guessed)).toMatchObject(WRONG)
})

test('codes and links expire after 15 minutes', async () => {
  const [code, link] = [
    await requestCode(app, 'acme', newAddress()),
    await requestCode(app, 'acme', newAddress()),
  ]
  await letSignInsPass(app, 899 - 60)
  await run(app, {}, WITH_CODE, code)
  const late = await requestCode(app, 'acme', newAddress())
  await letSignInsPass(app, 901)
  expect(await refusal(app, {}, WITH_CODE, late)).toMatchObject(WRONG)
  expect(await refusal(app, {}, WITH_LINK, { organization: 'acme', token: link.linkToken })).toMatchObject({
    code: 'UNAUTHORIZED',
  })
})
