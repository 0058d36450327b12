import { expect, test } from 'vitest'
import { erasedPeople, readErasureHashes } from '../../../src/moving/people/erased-people.ts'
import { run } from '../../support/clients/operations.ts'
import { waitForLock } from '../../support/faults/wait-for-lock.ts'
import { EMAILS, erasing } from '../../support/fixtures/erasing.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()
const { query, columnsWith, putCustomer, erase } = erasing(app)

/** Creates a customer who has an account, as a former member of the team. */
async function putFormerMember(of: Tenant, email: string) {
  const member = await of.member('member', email)
  await run(
    app,
    of.keyAndAdmin,
    'mutation ($id: ID!) { removeTeamMember(input: { id: $id }) { removedTeamMemberId } }',
    { id: `mbr_${member.id}` },
  )
  await query('update users set customer_since = now() where id = $1', [member.id])
  return member
}

test('an account is deleted unless another organization has a person with it', async () => {
  const [own, other] = [await createTenant(app), await createTenant(app)]
  const alone = await putFormerMember(own, 'alone@accounts.example')
  const shared = await putFormerMember(own, 'shared@accounts.example')
  const theirs = await other.member('member', shared.email)
  expect(theirs.accountId).toBe(shared.accountId)
  expect((await erase(own, alone.id)).deleteCustomer.erasure.accountDeleted).toBe(true)
  expect((await erase(own, shared.id)).deleteCustomer.erasure.accountDeleted).toBe(false)
  expect(
    await query('select id from accounts where id = any($1)', [[alone.accountId, shared.accountId]]),
  ).toEqual([{ id: shared.accountId }])
  expect(await run(app, theirs.session, '{ viewer { actor { email } } }')).toEqual({
    viewer: { actor: { email: shared.email } },
  })
})

test('an account stays that another organization gives to a person while it would be deleted', async () => {
  const [own, other] = [await createTenant(app), await createTenant(app)]
  const member = await putFormerMember(own, 'given@accounts.example')
  const given = await other.member('member')
  const client = await app.database.pool.connect()
  await client.query('begin')
  await client.query('update users set account_id = $1 where id = $2', [member.accountId, given.id])
  const erased = erase(own, member.id)
  await waitForLock(app)
  await client.query('commit')
  client.release()
  expect((await erased).deleteCustomer.erasure.accountDeleted).toBe(false)
})

test('an import recognizes the present and former addresses of an erased person, but not one that another person has now', async () => {
  const own = await createTenant(app)
  const hashesOf = async () =>
    readErasureHashes(app.services.db, app.services.keys.encryption, own.organization.id)
  expect(await hashesOf()).toBeNull()
  const { id } = await putCustomer(own)
  const next = await run(
    app,
    own.keyAndAdmin,
    'mutation ($email: EmailAddress!) { createCustomer(input: { email: $email }) { customer { databaseId } } }',
    { email: EMAILS[0] },
  )
  await erase(own, id)
  const hashes = await hashesOf()
  const found = async (email = '') => {
    const hash = hashes?.ofEmail(email) ?? Buffer.alloc(0)
    return (await erasedPeople(app.services.db, own.organization.id, [hash])).get(hash.toString('hex'))
  }
  expect([await found(EMAILS[0]), await found(EMAILS[1]), await found('x@y.example')]).toEqual([
    undefined,
    id,
    undefined,
  ])
  expect(next.createCustomer.customer.databaseId).not.toBe(id)
})

test('the first erasures of an organization that run at once share one key', async () => {
  const own = await createTenant(app)
  const emails = ['a@once.example', 'b@once.example', 'c@once.example']
  const ids = await Promise.all(
    emails.map(async (email) => {
      const { createCustomer } = await run(
        app,
        own.keyAndAdmin,
        'mutation ($email: EmailAddress!) { createCustomer(input: { email: $email }) { customer { databaseId } } }',
        { email },
      )
      return Number(createCustomer.customer.databaseId)
    }),
  )
  await Promise.all(ids.map((id) => erase(own, id)))
  const hashes = await readErasureHashes(app.services.db, app.services.keys.encryption, own.organization.id)
  const all = emails.map((email) => hashes?.ofEmail(email) ?? Buffer.alloc(0))
  expect((await erasedPeople(app.services.db, own.organization.id, all)).size).toBe(3)
})

test('texts that contain the address are listed and not changed, and the audit entry has no address', async () => {
  const own = await createTenant(app)
  const asAdmin = (text: string, variables = {}) => run(app, own.keyAndAdmin, text, variables)
  const { createCustomer } = await asAdmin(
    'mutation { createCustomer(input: { email: "mentioned@texts.example" }) { customer { databaseId } } }',
  )
  const { createPost } = await asAdmin(
    'mutation { createPost(input: { title: "Ask", description: "Ask Mentioned@texts.example, please" }) { post { id } } }',
  )
  await asAdmin('mutation { createPost(input: { title: "mentioned at texts example" }) { post { id } } }')
  const { id } = createPost.post
  const { createComment } = await asAdmin(
    'mutation ($id: ID!) { createComment(input: { postId: $id, body: "or mentioned@texts.example" }) { comment { id } } }',
    { id },
  )
  const { deleteCustomer } = await erase(own, createCustomer.customer.databaseId)
  expect(deleteCustomer.erasure.mentions).toEqual([id, createComment.comment.id])
  expect(await columnsWith(['mentioned@texts.example'], own)).toEqual(
    expect.arrayContaining(['comments.body_html', 'posts.description_html']),
  )
  const { auditEntries } = await run(
    app,
    own.admin.session,
    '{ auditEntries(filter: { actions: [PERSON_ERASED] }) { nodes { subjectId actor { id } details { name } } } }',
  )
  expect(auditEntries.nodes).toEqual([
    {
      subjectId: `usr_${createCustomer.customer.databaseId}`,
      actor: { id: `usr_${own.admin.id}` },
      details: { name: null },
    },
  ])
})
