import { beforeEach, expect, test } from 'vitest'
import { removeAccount } from '../../src/modules/customers/erasure/remove-account.ts'
import { purgePasswordResets } from '../../src/modules/users/passwords/purge-password-resets.ts'
import { resetProblem } from '../../src/modules/users/reset-problem.ts'
import { addressIn } from '../support/clients/invitations.ts'
import { refusal } from '../support/clients/operations.ts'
import { queuedMails } from '../support/clients/queued-mails.ts'
import { sendFrom } from '../support/clients/send-from.ts'
import { keepDelays } from '../support/faults/kept-delays.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { startApp } from '../support/app.ts'
import { useApp } from '../support/use.ts'
import { LOOK, passwordResetsAt, REQUEST } from '../support/clients/password-resets.ts'

const app = useApp()
let tenant: Tenant

beforeEach(async () => {
  tenant = await createTenant(app)
  await app.database.pool.query('delete from failed_attempts')
})

const { look, letPass, request } = passwordResetsAt(app)

test('known and unknown addresses have the same answer and the same statements', async () => {
  const known = (await tenant.member('member')).email
  const asked = async (email: string) => {
    app.statements.length = 0
    const { status, headers, text } = await app.graphql(REQUEST, { email })
    const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name))
    return { status, text, names, statements: [...app.statements] }
  }
  await asked(addressIn(tenant, 'first'))
  const answers = [await asked(known), await asked(addressIn(tenant, 'nobody'))]
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.text).toBe('{"data":{"requestPasswordReset":{"requested":true,"errors":[]}}}')
  const kysely = app.database.kysely
  expect(await resetProblem(kysely, known)).toBeNull()
  expect(await resetProblem(kysely, addressIn(tenant, 'nobody'))).toBe('No account has this address')
  await letPass(1_800)
  expect(await resetProblem(kysely, known)).toBe('The link has expired or was used')
})

test('a sixth request of an address in an hour has the same answer and mails nothing, also from many networks', async () => {
  const email = addressIn(tenant, 'flooded')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      sendFrom(`127.0.8.${number + 1}`, app, {
        path: '/graphql',
        body: { query: REQUEST, variables: { email } },
      }),
    ),
  )
  for (const { status, body } of answers)
    expect([status, body.data.requestPasswordReset]).toEqual([200, { requested: true, errors: [] }])
  expect(await queuedMails(app, email)).toHaveLength(5)
  await letPass(3_600)
  await request(email)
  expect(await queuedMails(app, email)).toHaveLength(6)
})

test('an invalid address is refused', async () => {
  expect(await refusal(app, {}, REQUEST, { email: 'no address' })).toMatchObject({ code: 'INVALID_PARAM' })
})

test('requests are deleted after a day, and with their account', async () => {
  const { kysely, pool } = app.database
  const stored = async () => (await pool.query('select email from password_resets order by email')).rows
  await pool.query('delete from password_resets')
  await request(addressIn(tenant, 'old'))
  await letPass(86_400)
  const person = await tenant.member('member')
  await request(person.email)
  expect(await purgePasswordResets(kysely, 10)).toBe(1)
  expect(await stored()).toEqual([{ email: person.email }])
  await pool.query('update users set account_id = null where account_id = $1', [person.accountId])
  expect(await kysely.transaction().execute((tx) => removeAccount(tx, person.accountId))).toBe(true)
  expect(await stored()).toEqual([])
  expect(await queuedMails(app, person.email)).toEqual([])
})

test('a public server without SMTP says that it sends no mail, and stores nothing', async () => {
  const open = await startApp({ beside: app, publicUrl: 'https://feedback.example.com' })
  const email = addressIn(tenant, 'public')
  expect(await refusal(open, {}, REQUEST, { email })).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('person reset-password'),
  })
  expect(await queuedMails(app, email)).toEqual([])
  await open.stop()
})

test('requests of a network for any addresses delay its further ones, and wrong tokens do', async () => {
  await keepDelays(app)
  for (let number = 0; number < 5; number++) await request(addressIn(tenant, `any-${number}`))
  expect(await refusal(app, {}, REQUEST, { email: addressIn(tenant, 'next') })).toMatchObject({ status: 429 })
  expect(await queuedMails(app, addressIn(tenant, 'next'))).toEqual([])
  await sendFrom('127.0.9.1', app, {
    path: '/graphql',
    body: { query: REQUEST, variables: { email: 'a@b.example' } },
  })
  for (let number = 0; number < 5; number++) expect(await look('fopr_guess')).toBeNull()
  expect(await refusal(app, {}, LOOK, { token: 'fopr_guess' })).toMatchObject({ status: 429 })
})
