import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import {
  forgetNetworks,
  lastCodeMail,
  letSignInsPass,
  otherThan,
  REQUEST,
  requestCode,
  signInByMail,
  updateJoining,
  WITH_CODE,
  WITH_LINK,
} from '../support/clients/sign-in-codes.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const ours = useTenant(app, 'acme')
let count = 0
const newAddress = () => `person-${++count}@people.example`
const join = (tenant: Tenant, input: object) => updateJoining(app, tenant, input)
const WRONG = { code: 'UNAUTHORIZED', message: 'The code is wrong, expired or used' }

beforeEach(async () => {
  await forgetNetworks(app)
  await join(ours, { signUp: 'OPEN' })
})

test('after ten wrong codes of an address in a day only links sign in, over all requests and processes', async () => {
  const second = await startApp({ beside: app })
  const email = newAddress()
  try {
    const requests = []
    for (let index = 0; index < 3; index++) requests.push(await requestCode(app, 'acme', email))
    const [one, two, three] = requests
    for (const [index, asked] of [one, two, one, two, one, two, one, two, one, two, three].entries()) {
      const guess = { ...asked, code: otherThan(asked?.code ?? '') }
      expect(await refusal(index % 2 ? second : app, {}, WITH_CODE, guess)).toMatchObject(WRONG)
    }
    expect(await refusal(app, {}, WITH_CODE, three ?? {})).toMatchObject(WRONG)
    await run(second, {}, WITH_LINK, { organization: 'acme', token: three?.linkToken })
    await letSignInsPass(app, 86_400)
    await run(app, {}, WITH_CODE, await requestCode(app, 'acme', email))
  } finally {
    await second.stop()
  }
})

test('five mails an hour go to an address, over processes, with the same answer and the same statements for more', async () => {
  const second = await startApp({ beside: app })
  const email = newAddress()
  const request = { organization: 'acme', email }
  try {
    await run(app, {}, REQUEST, { organization: 'acme', email: newAddress() })
    app.statements.length = 0
    await run(app, {}, REQUEST, request)
    const statements = [...app.statements]
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => run(index % 2 ? app : second, {}, REQUEST, request)),
    )
    app.statements.length = 0
    const limited = await run(app, {}, REQUEST, request)
    expect(app.statements).toEqual(statements)
    expect(limited.requestSignInCode.token).toMatch(/^fosi_\w+$/)
    expect(limited.requestSignInCode.token).toHaveLength(answers[0].requestSignInCode.token.length)
    expect(await lastCodeMail(app, email)).toBeNull()
    const { rows } = await app.database.pool.query(
      'select state, reason, count(*)::int from mails where email = $1 group by 1, 2 order by 1',
      [email],
    )
    expect(rows).toEqual([
      { state: 'queued', reason: null, count: 5 },
      { state: 'skipped', reason: 'Too many requests of the address', count: 1 },
    ])
    // Requests that get no mail do not make the wait longer.
    await letSignInsPass(app, 1800)
    for (let index = 0; index < 5; index++) await run(app, {}, REQUEST, request)
    await letSignInsPass(app, 1800)
    await signInByMail(app, 'acme', email)
  } finally {
    await second.stop()
  }
})

test('twenty requests an hour come from a network, over processes', async () => {
  const second = await startApp({ beside: app })
  try {
    for (let index = 0; index < 20; index++)
      await run(index % 2 ? app : second, {}, REQUEST, { organization: 'acme', email: newAddress() })
    for (const server of [app, second])
      expect(await refusal(server, {}, REQUEST, { organization: 'acme', email: newAddress() })).toMatchObject(
        { code: 'RATE_LIMITED' },
      )
  } finally {
    await second.stop()
  }
})

test('invalid input is refused, and a public server without a mail server refuses all', async () => {
  const ask = (variables: object) => refusal(app, {}, REQUEST, { organization: 'acme', ...variables })
  expect(await ask({ email: 'nobody' })).toMatchObject({ code: 'INVALID_PARAM' })
  for (const returnTo of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '',
  ]) {
    const problem = await ask({ email: newAddress(), returnTo })
    expect([returnTo, problem]).toMatchObject([returnTo, { code: 'INVALID_PARAM', field: ['returnTo'] }])
  }
  expect(await ask({ email: newAddress(), organization: 'none' })).toMatchObject({ code: 'NOT_FOUND' })
  const open = await startApp({ publicUrl: 'https://feedback.example' })
  try {
    await createTenant(open, 'acme')
    expect(await refusal(open, {}, REQUEST, { organization: 'acme', email: newAddress() })).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('sends no mail'),
    })
  } finally {
    await open.stop()
  }
})
