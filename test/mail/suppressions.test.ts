import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { deriveKeys } from '../../src/auth/keys.ts'
import { sealedLocation } from '../../src/auth/sealed-columns.ts'
import { encrypt } from '../../src/lib/crypto/encryption.ts'
import { mailKey } from '../../src/modules/notifications/links/mail-key.ts'
import { mailToken } from '../../src/modules/notifications/links/mail-token.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { REQUEST, WITH_CODE } from '../support/clients/sign-in-codes.ts'
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

/** Signs in with the code of the next mail that a server receives. */
async function signInByCode(received: { message: string }[]): Promise<void> {
  const { slug } = other.organization
  const before = received.length
  const { requestSignInCode } = await run(app, {}, REQUEST, { organization: slug, email: GONE })
  await expect.poll(() => received.length).toBe(before + 1)
  const code = /^\d{3} \d{3}/m.exec(String(received.at(-1)?.message))?.[0]
  await run(app, {}, WITH_CODE, { organization: slug, token: requestSignInCode.token, code })
}

test('a code is sent to a suppressed address, and the sign-in ends what a returned mail began', async () => {
  let isDead = true
  const { received } = await sendToDead(() => isDead)
  await queue(app, other.organization.id, { email: GONE })
  await expect.poll(() => listed(other)).toHaveLength(1)
  isDead = false
  await signInByCode(received)
  expect(await listed(other)).toEqual([])
  await queue(app, organizationId(), { email: GONE })
  await until(['sent'])
  await complain(GONE)
  await signInByCode(received)
  expect((await listed(other)).map(({ reason }) => reason)).toEqual(['COMPLAINT'])
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
  const node = 'query ($id: ID!) { node(id: $id) { id } }'
  expect(await run(app, member.session, node, { id })).toEqual({ node: null })
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

test('the lost key of the erasures of an organization stops no mail', async () => {
  const location = sealedLocation(
    'organizations.erasure_key_ciphertext',
    other.organization.id,
    other.organization.id,
  )
  const lost = encrypt(deriveKeys(randomBytes(32)).encryption, 'a key', location)
  const change = 'update organizations set erasure_key_ciphertext = $2 where id = $1'
  await app.database.pool.query(change, [other.organization.id, lost])
  await send()
  for (const id of [other.organization.id, organizationId()])
    await queue(app, id, { email: 'ada@people.example' })
  await until(['sent'])
  await expect.poll(() => statesOf(other)).toEqual(['sent'])
})
