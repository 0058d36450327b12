import { beforeEach, expect, test } from 'vitest'
import { mailKey } from '../../src/modules/notifications/links/mail-key.ts'
import { mailToken } from '../../src/modules/notifications/links/mail-token.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { mailsOf, queue } from '../support/fixtures/mails.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { erasing } from '../support/fixtures/erasing.ts'
import { reply } from '../support/mail-server.ts'
import { useMailWorkers } from '../support/mail-worker.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const { organizationId, rows, send, until } = useMailWorkers(app)
const { columnsWith, erase } = erasing(app)
const LIST = '{ mailSuppressions(first: 10) { nodes { id email reason detail } } }'
const REMOVE =
  'mutation ($id: ID!) { removeMailSuppression(input: { id: $id }) { removedMailSuppressionId } }'
type Listed = { id: string; email: string | null; reason: string; detail: string | null }
const GONE = 'gone@people.example'

let other: Tenant
beforeEach(async () => {
  await app.database.pool.query('delete from mail_suppressions')
  other = await createTenant(app)
  await app.database.pool.query(`update organizations set sign_up = 'open' where id = $1`, [
    other.organization.id,
  ])
})

const listed = async ({ admin }: Tenant) =>
  ((await run(app, admin.session, LIST)) as { mailSuppressions: { nodes: Listed[] } }).mailSuppressions.nodes
const statesOf = async ({ organization }: Tenant) =>
  (await mailsOf(app, organization.id)).map(({ state }) => state)
const complain = (email: string) =>
  app.database.pool.query(
    `insert into mail_suppressions (organization_id, email, reason, detail) values ($1, $2, 'complaint', $2)`,
    [other.organization.id, email],
  )
const addCustomer = async (email: string) =>
  Number(
    (
      await run(
        app,
        other.keyAndAdmin,
        'mutation ($email: EmailAddress!) { createCustomer(input: { email: $email }) { customer { databaseId } } }',
        { email },
      )
    ).createCustomer.customer.databaseId,
  )

/** Starts a server that has no mailbox of one address, and closed and refused ones of others. */
const sendToDead = (isDead = () => true) =>
  send({
    onRcptTo({ address }, _session, done) {
      const status = { [GONE]: '5.1.1', 'moved@people.example': '5.1.10', 'closed@people.example': '5.2.1' }[
        address
      ]
      if (status && isDead()) return done(reply(550, `${status} No mailbox of ${address}`))
      done(address === 'spam@people.example' ? reply(554, '5.7.1 Looks like spam') : null)
    },
  })

test('a missing or closed mailbox ends the mail of all organizations to it, and another refusal does not', async () => {
  await sendToDead()
  for (const name of ['gone', 'moved', 'closed', 'spam'])
    await queue(app, other.organization.id, { email: `${name}@people.example` })
  await expect.poll(() => listed(other)).toHaveLength(3)
  expect(await listed(other)).toContainEqual({
    ...{ id: expect.stringMatching(/^sup_/) as string, email: GONE, reason: 'BOUNCE' },
    detail: `550 5.1.1 No mailbox of ${GONE}`,
  })
  const { rows: hashes } = await app.database.pool.query(
    'select email, detail, length(email_hash) from mail_suppressions where organization_id = 0',
  )
  expect(hashes).toEqual(Array(3).fill({ email: null, detail: null, length: 32 }))
  await queue(app, organizationId(), { email: GONE })
  await queue(app, organizationId(), { email: 'spam@people.example' })
  await until(['suppressed', 'failed'])
  expect((await rows())[0]).toMatchObject({ tries: 1, reason: 'There is no such mailbox' })
  expect((await rows())[0]?.contentCiphertext).toBeNull()
})

test('a code is sent to a suppressed address, and the sign-in ends what a returned mail began', async () => {
  let isDead = true
  const { received } = await sendToDead(() => isDead)
  await queue(app, other.organization.id, { email: GONE })
  await expect.poll(() => listed(other)).toHaveLength(1)
  isDead = false
  const { slug } = other.organization
  const { token } = (
    await run(
      app,
      {},
      'mutation ($slug: String!, $email: EmailAddress!) { requestSignInCode(input: { organization: $slug, email: $email }) { token } }',
      { slug, email: GONE },
    )
  ).requestSignInCode
  await expect.poll(() => received).toHaveLength(1)
  expect(await listed(other)).toHaveLength(1)
  const code = /^\d{3} \d{3}/m.exec(String(received[0]?.message))?.[0]
  await complain('complained@people.example')
  await run(
    app,
    {},
    'mutation ($slug: String!, $token: String!, $code: String!) { signInWithCode(input: { organization: $slug, token: $token, code: $code }) { session { token } } }',
    { slug, token, code },
  )
  expect((await listed(other)).map(({ reason }) => reason)).toEqual(['COMPLAINT'])
  await queue(app, organizationId(), { email: GONE })
  await until(['sent'])
})

test('an admin who ends a suppression ends that of all organizations, and others do not', async () => {
  const { received } = await sendToDead()
  await queue(app, other.organization.id, { email: GONE })
  await expect.poll(() => listed(other)).toHaveLength(1)
  const [{ id = '' } = {}] = await listed(other)
  const stranger = await createTenant(app)
  expect(await refusal(app, stranger.admin.session, REMOVE, { id })).toMatchObject({ code: 'NOT_FOUND' })
  const member = await other.member('member')
  expect(await refusal(app, member.session, REMOVE, { id })).toMatchObject({ code: 'FORBIDDEN' })
  await run(app, other.admin.session, REMOVE, { id })
  expect(await listed(other)).toEqual([])
  await queue(app, organizationId(), { email: GONE })
  await until(['failed'])
  expect(received).toEqual([])
})

test('only the person withdraws a complaint, with the link of a mail or signed in', async () => {
  const email = 'ada@people.example'
  const userId = await addCustomer(email)
  await complain(email)
  const [{ id = '' } = {}] = await listed(other)
  expect(await refusal(app, other.admin.session, REMOVE, { id })).toMatchObject({ code: 'CONFLICT' })
  const { db, keys } = app.services
  const organization = other.organization.id
  const target = { type: 'preferences' } as const
  const key = await mailKey(db, keys.encryption, organization)
  const address = `${app.url}/mail/preferences/${mailToken(key, { organizationId: organization, userId, target })}`
  expect(await (await fetch(address)).text()).toContain('Send me mail again')
  expect(await listed(other)).toHaveLength(1)
  const form = { method: 'POST', headers: { Origin: app.url }, body: new URLSearchParams('allow-mail=yes') }
  expect(await (await fetch(address, form)).text()).not.toContain('Send me mail again')
  expect(await listed(other)).toEqual([])
  await complain(email)
  const person = await other.sso({ email, name: 'Ada' })
  const choices = 'notificationPreferences { suppression }'
  expect(await run(app, person, `{ ${choices} }`)).toEqual({
    notificationPreferences: { suppression: 'COMPLAINT' },
  })
  const again = `mutation { updateNotificationPreferences(input: { allowMail: true }) { ${choices} } }`
  expect((await run(app, person, again)).updateNotificationPreferences).toEqual({
    ...{ errors: [], notificationPreferences: { suppression: null } },
  })
  await send()
  await queue(app, organization, { email })
  await expect.poll(() => statesOf(other)).toEqual(['sent'])
})

test('an erasure keeps the hash of a suppressed address alone, and a later person with it receives no mail', async () => {
  const email = 'erased@people.example'
  const userId = await addCustomer(email)
  await complain(email)
  await erase(other, userId)
  // A worker deletes the words after it has emptied the deliveries.
  expect(await columnsWith([email], other)).toEqual(['erasures.words_ciphertext'])
  expect(await listed(other)).toMatchObject([{ email: null, reason: 'COMPLAINT', detail: null }])
  const { received } = await send()
  await queue(app, other.organization.id, { email })
  await expect.poll(() => statesOf(other)).toEqual(['suppressed'])
  expect(received).toEqual([])
})
