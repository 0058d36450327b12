import { expect, test } from 'vitest'
import { sendImport } from '../../support/clients/imports.ts'
import { erasing, EMAILS } from '../../support/fixtures/erasing.ts'
import { importIn, planImport, startImport, startImportWorker } from '../../support/fixtures/imports.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'

const app = useApp()
const { query, columnsWith, putCustomer, erase } = erasing(app)

const CLAIM = `mutation ($fromId: ID!, $intoId: ID!) {
  claimPerson(input: { fromId: $fromId, intoId: $intoId }) { claimedUserId errors { code message } } }`

/** Claims, and returns the code of the refusal. Null if it was accepted. */
async function claim(of: Tenant, fromId: number, intoId: number): Promise<string | null> {
  const variables = { fromId: `usr_${fromId}`, intoId: `usr_${intoId}` }
  const { body } = await app.graphql(CLAIM, variables, of.admin.session)
  const [error] = body.errors ?? body.data?.claimPerson.errors ?? []
  return error ? (error.extensions?.code ?? error.code) : null
}

/** Creates people without an address. */
async function ghosts(of: Tenant, count: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `insert into users (organization_id, name, updated_at)
     select $1, 'Ghost ' || n, now() from generate_series(1, $2::int) n returning id`,
    [of.organization.id, count],
  )
  return rows.map(({ id }) => id)
}

test('a claim takes over no account, team member, bot or erased person', async () => {
  const own = await createTenant(app)
  const { id } = await putCustomer(own)
  const member = await own.member('member')
  const [ghost = 0] = await ghosts(own, 1)
  for (const from of [own.admin.id, member.id, id])
    expect(await claim(own, from, ghost)).toBe('UNPROCESSABLE')
  const roles = () =>
    query('select id, role, account_id from users where organization_id = $1 order by id', [
      own.organization.id,
    ])
  const before = await roles()
  await erase(own, id)
  expect(await claim(own, id, ghost)).toBe('UNPROCESSABLE')
  expect(await claim(own, ghost, id)).toBe('UNPROCESSABLE')
  expect(await claim(own, ghost, own.admin.id)).toBeNull()
  const after = (await roles()) as { id: number; role: string | null }[]
  for (const row of before as { id: number; role: string | null }[])
    if (row.id !== ghost) expect(after.find((one) => one.id === row.id)?.role).toBe(row.role)
})

test('claims that run against each other and against erasures end without an error of the server', async () => {
  const own = await createTenant(app)
  const [a = 0, b = 0, c = 0, d = 0] = await ghosts(own, 4)
  const { id } = await putCustomer(own)
  const both = await Promise.all([claim(own, a, b), claim(own, b, a)])
  expect(both.sort()).toEqual(['NOT_FOUND', null])
  const twice = await Promise.all([claim(own, c, id), claim(own, c, own.admin.id), claim(own, c, id)])
  expect(twice.filter((one) => one === null)).toHaveLength(1)
  const [claimed] = await Promise.all([claim(own, d, id), erase(own, id)])
  expect(['UNPROCESSABLE', null]).toContain(claimed)
  expect(await query('select email, name from users where id = $1', [id])).toEqual([
    { email: null, name: 'Deleted user' },
  ])
})

test('an import does not bring an erased person back, by no spelling of the address', async () => {
  startImportWorker(app)
  const own = await createTenant(app)
  const { id } = await putCustomer(own)
  await erase(own, id)
  const [name = '', host = ''] = (EMAILS[1] ?? '').split('@')
  const spellings = [`${name}@${host}`, `${name.toUpperCase()}@${host.toUpperCase()}`, ` ${name}@${host} `]
  const csv = `source_id,title,author_email,author_name\n${spellings.map((email, n) => `${n},Post ${n},${email},Quetzalia Present`).join('\n')}\n`
  const { session } = own.admin
  const { body } = await sendImport(app, session, Buffer.from(csv), '?name=posts.csv')
  const votes = await sendImport(
    app,
    session,
    Buffer.from(`source_id,voter_email\n0,${EMAILS[1]}\n1,${EMAILS[1]}\n`),
    '?name=votes.csv',
  )
  const imp = await planImport(app, session, {
    source: 'CSV',
    from: { files: { id: body.file, votesId: votes.body.file } },
    options: { sourceName: 'again', yes: true },
  })
  await importIn(app, session, imp, 'PLANNED')
  await startImport(app, session, imp)
  await importIn(app, session, imp, 'DONE')
  expect(
    await query(
      `select title, submitter_id as by from posts where organization_id = $1 and title like 'Post %' order by title`,
      [own.organization.id],
    ),
  ).toEqual([0, 1, 2].map((n) => ({ title: `Post ${n}`, by: id })))
  expect(
    await query(
      `select from votes v join posts p on p.id = v.post_id
       where v.organization_id = $1 and v.user_id = $2 and p.title like 'Post %'`,
      [own.organization.id, id],
    ),
  ).toHaveLength(2)
  await query('delete from transfer_files where organization_id = $1', [own.organization.id])
  expect(await columnsWith([...EMAILS, 'quetzalia'], own)).toEqual(['erasures.words_ciphertext'])
})
