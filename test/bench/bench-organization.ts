import { randomBytes } from 'node:crypto'
import { deriveKeys } from '../../src/auth/keys.ts'
import { signSessionToken } from '../../src/auth/session-token.ts'
import type { Database } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createApiKey } from '../../src/modules/organizations/create-api-key.ts'
import { createOrganization } from '../../src/modules/organizations/create-organization.ts'
import { storeTeamMember } from '../../src/modules/teams/add-team-member.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { seedBulk } from '../../src/seed/bulk.ts'
import { PUBLIC_URL } from './bench.ts'

export type BenchOrganization = {
  id: number
  slug: string
  adminId: number
  /** API key of the admin, created for this run. */
  apiKey: string
}

type BenchServices = { database: Database; secretKey: Buffer }

/** The organization with at least `posts` posts, from an earlier run or created now, with a new admin. */
export async function organizationOf(services: BenchServices, posts: number): Promise<BenchOrganization> {
  const { database } = services
  const organization = await foundOnce(services, `bench-${posts}`)
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from posts where organization_id = $1',
    [organization.id],
  )
  const lacking = posts - (rows[0]?.count ?? 0)
  if (lacking > 0) {
    process.stdout.write(`writing ${lacking} posts\n`)
    await seedBulk(database, { organizationSlug: organization.slug, posts: lacking })
  }
  await database.pool.query('checkpoint')
  return organization
}

/** Adds comments of varying people to the newest listed posts of an organization, up to a number on each. */
export async function commentOnNewest(
  { database }: BenchServices,
  { id }: BenchOrganization,
  { posts, comments }: { posts: number; comments: number },
): Promise<void> {
  await database.pool.query(
    `insert into comments (organization_id, post_id, author_id, body_html, body, created_at)
     select $1, p.id, a.id, '<p>We need this too.</p>', 'We need this too.', now()
     from (select * from posts p
       where p.organization_id = $1 and p.merged_into_id is null and not p.hidden and not p.private
       order by p.created_at desc, p.id desc limit $2) p
     cross join lateral generate_series(1 + (select count(*) from comments c
       where c.organization_id = $1 and c.post_id = p.id), $3) as number
     cross join lateral (select id from users where organization_id = $1 and id > 0
       order by (id * 7919 + p.id * 31 + number * 17) % 1009 limit 1) a`,
    [id, posts, comments],
  )
}

/** Creates an organization without posts. */
export const freshOrganization = (services: BenchServices, name: string): Promise<BenchOrganization> =>
  foundOnce(services, `${name}-${randomBytes(4).toString('hex')}`)

/** Headers of the admin of an organization with its key, for operations that need a member of the team. */
export async function adminHeaders(
  { database, secretKey }: BenchServices,
  { apiKey, adminId, slug }: BenchOrganization,
) {
  const { rows } = await database.pool.query<{ id: number }>(
    'update users set accepted_at = now() where id = $1 returning account_id as id',
    [adminId],
  )
  const token = await signSessionToken(Number(rows[0]?.id), deriveKeys(secretKey).session, PUBLIC_URL)
  return { 'API-KEY': apiKey, Authorization: `Bearer ${token}`, 'X-Organization': slug }
}

/**
 * Creates webhooks for new posts, at the paths `/<first>`, `/<first + 1>` and so on below `url`. Returns their secrets.
 */
export async function webhooksOf(
  { database, secretKey }: BenchServices,
  { id, adminId }: BenchOrganization,
  url: string,
  count: number,
  first = 0,
): Promise<string[]> {
  const by = {
    actorId: adminId,
    encryptionKey: deriveKeys(secretKey).encryption,
    allowedHosts: new Set(['127.0.0.1']),
    most: Infinity,
  }
  const secrets: string[] = []
  for (let index = 0; index < count; index++) {
    const { secret } = await inTransaction(database.kysely, (tx) =>
      createWebhook(tx, id, by, { url: `${url}/${first + index}`, events: ['post_created'] }),
    )
    secrets.push(secret)
  }
  return secrets
}

async function foundOnce({ database, secretKey }: BenchServices, slug: string): Promise<BenchOrganization> {
  const { kysely } = database
  const existing = await kysely
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  const { encryption } = deriveKeys(secretKey)
  const create = () => inTransaction(kysely, (tx) => createOrganization(tx, encryption, { slug, name: slug }))
  const id = existing?.id ?? (await create()).organization.id
  const admin = await inTransaction(kysely, (tx) =>
    storeTeamMember(tx, id, {
      email: `admin-${randomBytes(4).toString('hex')}@bench.example`,
      role: 'admin',
      name: 'Admin',
    }),
  )
  const { key } = await inTransaction(kysely, (tx) =>
    createApiKey(tx, id, { creatorId: admin.id, name: 'bench' }),
  )
  return { id, slug, adminId: admin.id, apiKey: key }
}
