import type { Transaction } from '../../db/database.ts'
import type { StatusKind } from '../../db/generated/tables.ts'

/**
 * Ids of the buckets, statuses, tags and people that bulk data refers to. All are ascending, so that a seed
 * is repeatable.
 */
export type OrganizationData = {
  publicBuckets: number[]
  privateBuckets: number[]
  statuses: { id: number; kind: StatusKind }[]
  tags: number[]
  /** People outside the team, without blocked ones and bots. */
  people: number[]
  team: number[]
}

const BUCKETS: [slug: string, name: string, isPrivate: boolean][] = [
  ['web-app', 'Web app', false],
  ['mobile-apps', 'Mobile apps', false],
  ['desktop-app', 'Desktop app', false],
  ['integrations', 'Integrations', false],
  ['reports', 'Reports', false],
  ['accounts-and-billing', 'Accounts and billing', false],
  ['documentation', 'Documentation', false],
  ['team-ideas', 'Team ideas', true],
  ['partner-requests', 'Partner requests', true],
]

const TAGS =
  `accessibility admin android api automation billing boards browser bug calendar charts comments customers
  design docs editor enterprise export files filters import ios keyboard languages mail mobile notifications offline
  onboarding performance permissions printing privacy reports search security sharing sync templates timeline`.split(
    /\s+/,
  )

const COLORS = ['#ef4444', '#f59e0b', '#10b981', '#3b82f6', '#8b5cf6', '#ec4899', '#64748b', '#14b8a6']

/** Adds the missing buckets and tags of bulk data. Existing ones with the same name are reused. */
export async function ensureBaseData(tx: Transaction, organizationId: number, at: Date): Promise<void> {
  const { last } = await tx
    .selectFrom('buckets')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  const position = (last ?? 0) + 1
  await tx
    .insertInto('buckets')
    .values(
      BUCKETS.map(([slug, name, isPrivate]) => ({
        organizationId,
        slug,
        name,
        private: isPrivate,
        position,
        createdAt: at,
        updatedAt: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['organizationId', 'slug']).doNothing())
    .execute()
  await tx
    .insertInto('tags')
    .values(
      TAGS.map((name, index) => ({
        organizationId,
        name,
        color: COLORS[index % COLORS.length] ?? '#64748b',
        createdAt: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Reads the ids of the organization's buckets, statuses, tags and people. */
export async function readOrganizationData(
  tx: Transaction,
  organizationId: number,
): Promise<OrganizationData> {
  const buckets = await tx
    .selectFrom('buckets')
    .select(['id', 'private'])
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
  const statuses = await tx
    .selectFrom('statuses')
    .select(['id', 'kind'])
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
  const tags = await tx
    .selectFrom('tags')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
  const users = await readUsers(tx, organizationId)
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return {
    publicBuckets: ids(buckets.filter((bucket) => !bucket.private)),
    privateBuckets: ids(buckets.filter((bucket) => bucket.private)),
    statuses,
    tags: ids(tags),
    people: ids(users.filter(({ role }) => role === null)),
    team: ids(users.filter(({ role }) => role !== null)),
  }
}

function readUsers(tx: Transaction, organizationId: number) {
  return tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('organizationId', '=', organizationId)
    .where('email', 'is not', null)
    .where('blocked', '=', false)
    .where('bot', '=', false)
    .orderBy('id')
    .execute()
}
