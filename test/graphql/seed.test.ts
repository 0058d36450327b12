import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveKeys } from '../../src/auth/keys.ts'
import { verifyPassword } from '../../src/auth/password.ts'
import { createApiKeys } from '../../src/auth/api-key.ts'
import { sealedLocation } from '../../src/auth/sealed-columns.ts'
import { decrypt } from '../../src/lib/crypto/encryption.ts'
import { createDemo, isEmpty, type DemoCredentials } from '../../src/seed/demo.ts'
import { contradictions, unlikeRichText } from '../support/contract/consistency.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

const keys = deriveKeys(randomBytes(32))
let database: TestDatabase
let made: (DemoCredentials | null)[]

beforeAll(async () => {
  database = await createDatabase()
  made = await Promise.all(Array.from({ length: 3 }, () => createDemo(database, keys)))
})
afterAll(() => database.drop())

const demo = () => made.find((one) => one !== null) as DemoCredentials

async function count(table: string, condition = 'true'): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) n from ${sql.table(table)} where ${sql.raw(condition)}`.execute(database.kysely)
  return rows[0]?.n ?? Number.NaN
}

const stored = ({ id }: { id: number }) =>
  database.kysely.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('one of several servers that start concurrently on an empty database creates the demo', async () => {
  expect(made.filter((one) => one !== null)).toHaveLength(1)
  expect(await count('organizations')).toBe(1)
  expect(await isEmpty(database.kysely)).toBe(false)
  expect(await createDemo(database, keys)).toBeNull()
})

test('returns the credentials that it stores', async () => {
  const { organization, admin, apiKey, ssoKey } = demo()
  const account = await database.kysely
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', admin.email)
    .executeTakeFirstOrThrow()
  expect(await verifyPassword(admin.password, account.passwordHash)).toBe(true)
  expect(await createApiKeys(database.kysely).find(apiKey)).toMatchObject({
    organizationId: organization.id,
    creatorId: admin.id,
    creatorRole: 'admin',
  })
  const row = await stored(organization)
  const location = sealedLocation('organizations.sso_key_ciphertext', row.id, row.id)
  expect(decrypt(keys.encryption, Buffer.from(row.ssoKeyCiphertext), location)).toBe(ssoKey)
})

test('everyone may read the public pages of the demo in both of its languages', async () => {
  const { organization } = demo()
  const row = await stored(organization)
  expect(row).toMatchObject({ visibility: 'public', locales: ['en', 'de'], defaultLocale: 'en' })
})

test('the demo violates no invariant of the data', async () => {
  expect(Object.entries(await contradictions(database.kysely)).filter(([, broken]) => broken > 0)).toEqual([])
  expect(await unlikeRichText(database.kysely, 1000)).toEqual([])
})

test('the demo contains objects of every kind', async () => {
  const { rows: roles } = await sql<{ role: string }>`
    select distinct role::text from users where role is not null order by 1`.execute(database.kysely)
  expect(roles.map(({ role }) => role)).toEqual(['admin', 'collaborator', 'csm', 'member'])
  expect(await count('users', 'customer_since is not null')).toBe(25)
  expect(await count('buckets')).toBe(6)
  expect(await count('buckets', 'private')).toBe(1)
  expect(await count('tags')).toBe(12)
  expect(await count('posts')).toBeGreaterThanOrEqual(55)
  for (const condition of [
    "approval_status = 'pending'",
    'hidden',
    'pinned',
    'private',
    'downvotes_count > 0',
  ])
    expect(await count('posts', condition), condition).toBeGreaterThan(0)
  for (const condition of ["approval_status = 'pending'", 'internal', 'pinned', 'parent_id is not null'])
    expect(await count('comments', condition), condition).toBeGreaterThan(0)
  const { rows: unused } = await sql`
    select slug from statuses s where not exists (select 1 from posts where status_id = s.id)`.execute(
    database.kysely,
  )
  expect(unused).toEqual([])
  expect(await count('roadmaps')).toBe(2)
  expect(await count('roadmap_posts', 'reach * impact * confidence / effort > 0')).toBeGreaterThan(3)
})

test('the changelog has published, scheduled and draft entries in two languages, with labels and posts', async () => {
  const published = 'published_at <= now() and scheduled_at is null'
  expect(await count('changelogs', `${published} and original_id is null`)).toBe(8)
  expect(await count('changelogs', `${published} and locale = 'de' and original_id is not null`)).toBe(4)
  expect(await count('changelogs', 'published_at is null and scheduled_at > now()')).toBe(1)
  expect(
    await count('changelogs', 'published_at is null and scheduled_at is null and original_id is null'),
  ).toBe(1)
  const bare = `not exists (select 1 from changelog_label_entries e where e.changelog_id = changelogs.id)
    or not exists (select 1 from changelog_posts l where l.changelog_id = changelogs.id)`
  expect(await count('changelogs', bare)).toBe(0)
})

test('the feedback spreads over the last fourteen months, with nothing in the future', async () => {
  const { rows } = await sql<{ months: number; future: number }>`
    select count(distinct date_trunc('month', created_at)) months,
      count(*) filter (where greatest(created_at, updated_at) > now()) future from posts`.execute(
    database.kysely,
  )
  expect(rows[0]?.months).toBeGreaterThanOrEqual(13)
  expect(rows[0]?.future).toBe(0)
  expect(await count('votes', 'created_at > now()')).toBe(0)
  expect(await count('comments', 'created_at > now()')).toBe(0)
})
