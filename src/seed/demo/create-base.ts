import type { Keys } from '../../auth/keys.ts'
import type { Transaction } from '../../db/database.ts'
import { createOrganization } from '../../modules/organizations/create-organization.ts'
import { buckets, labels, organization as content, tags } from './content.ts'
import { reserveIds } from '../../db/writes/reserve-ids.ts'
import { daysBefore } from './dates.ts'

/** Ids of the base data of the demo by the keys that the content uses. */
export type DemoBase = {
  organization: { id: number; slug: string }
  ssoKey: string
  buckets: Map<string, number>
  statuses: Map<string, number>
  tags: Map<string, number>
  labels: Map<string, number>
}

/** Languages of the demo's changelog. */
const LANGUAGES = { multilingualChangelog: true, locales: ['en', 'de'] }

/** Creates the demo organization with buckets, tags and changelog labels, dated in the past. */
export async function createBase(tx: Transaction, keys: Keys, now: Date): Promise<DemoBase> {
  const { slug, name, days, ...profile } = content
  const visibility = 'public'
  const { organization, ssoKey } = await createOrganization(tx, keys.encryption, { slug, name, visibility })
  const organizationId = organization.id
  const at = daysBefore(now, days, slug)
  await tx
    .updateTable('organizations')
    .set({ ...profile, ...LANGUAGES, createdAt: at, updatedAt: at, ssoKeyRotatedAt: at })
    .where('id', '=', organizationId)
    .execute()
  const statuses = await tx
    .updateTable('statuses')
    .set({ createdAt: at })
    .where('organizationId', '=', organizationId)
    .returning(['slug', 'id'])
    .execute()
  const stored = await addBuckets(tx, organizationId, at)
  const tagIds = await reserveIds(tx, 'tags', tags.length)
  await tx
    .insertInto('tags')
    .values(tags.map((tag, index) => ({ organizationId, id: tagIds[index], createdAt: at, ...tag })))
    .execute()
  const labelIds = await reserveIds(tx, 'changelog_labels', labels.length)
  await tx
    .insertInto('changelogLabels')
    .values(labels.map((label, index) => ({ organizationId, id: labelIds[index], createdAt: at, ...label })))
    .execute()
  return {
    organization: { id: organizationId, slug },
    ssoKey,
    buckets: new Map(stored.map(({ slug: key, id }) => [key, id])),
    statuses: new Map(statuses.map(({ slug: key, id }) => [key, id])),
    tags: new Map(tags.map((tag, index) => [tag.name, tagIds[index] as number])),
    labels: new Map(labels.map((label, index) => [label.name, labelIds[index] as number])),
  }
}

/** Stores the buckets of the demo. The first bucket of the organization gets the content with its slug. */
function addBuckets(tx: Transaction, organizationId: number, at: Date) {
  const rows = buckets.map((bucket, position) => {
    return { organizationId, position, createdAt: at, updatedAt: at, ...bucket }
  })
  return tx
    .insertInto('buckets')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'slug']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        description: row.ref('excluded.description'),
        createdAt: at,
        updatedAt: at,
      })),
    )
    .returning(['slug', 'id'])
    .execute()
}

/** Returns the id of a key of the content. @throws Error for an unknown key */
export function idByKey(ids: Map<string, number>, word: string): number {
  const id = ids.get(word)
  if (id === undefined) throw new Error(`the demo content refers to "${word}", which does not exist`)
  return id
}
