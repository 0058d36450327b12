import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { StatusKind } from '../records.ts'
import type { Session } from './step.ts'

export type LocalStatus = { id: number; slug: string; name: string; kind: StatusKind; position: number }
export type LocalBucket = { id: number; slug: string; name: string; private: boolean; position: number }
export type LocalNamed = { id: number; name: string }

/** Settings of the organization, and what those of the source have become, by external id. They are few. */
export type World = {
  statuses: LocalStatus[]
  buckets: LocalBucket[]
  tags: LocalNamed[]
  labels: LocalNamed[]
  became: Record<SettingKind, Map<string, number>>
  multilingual: boolean
  defaultLocale: string
  /** Whether an export of this service replaces the settings, because there are no posts. */
  takesAll: boolean
}

export type SettingKind = 'status' | 'bucket' | 'tag' | 'label'

/** Reads the settings of the organization and the references of a source to them. */
export async function readWorld(
  db: Db,
  { organizationId, sourceName, source }: Pick<Session, 'organizationId' | 'sourceName' | 'source'>,
): Promise<World> {
  const rows = <Row>(columns: string, table: string) =>
    sql<Row>`select ${sql.raw(columns)} from ${sql.table(table)} where organization_id = ${organizationId} order by id`
      .execute(db)
      .then((result) => result.rows)
  const became: World['became'] = { status: new Map(), bucket: new Map(), tag: new Map(), label: new Map() }
  const { rows: refs } = await sql<{ kind: SettingKind; externalId: string; localId: number }>`
    select kind, external_id, local_id from external_refs where organization_id = ${organizationId}
      and source_name = ${sourceName} and kind = any('{status,bucket,tag,label}')`.execute(db)
  const statuses = await rows<LocalStatus>('id, slug, name, kind, position', 'statuses')
  const buckets = await rows<LocalBucket>('id, slug, name, private, position', 'buckets')
  const tags = await rows<LocalNamed>('id, name', 'tags')
  const labels = await rows<LocalNamed>('id, name', 'changelog_labels')
  const existing = { status: statuses, bucket: buckets, tag: tags, label: labels }
  const ids = Object.fromEntries(
    Object.entries(existing).map(([kind, list]) => [kind, new Set(list.map(({ id }) => id))]),
  )
  for (const { kind, externalId, localId } of refs)
    if (ids[kind]?.has(localId)) became[kind].set(externalId, localId)
  const organization = await db
    .selectFrom('organizations')
    .select(['multilingualChangelog', 'defaultLocale'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const { multilingualChangelog: multilingual, defaultLocale } = organization
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst()
  const takesAll = source === 'echolog' && post === undefined && became.status.size === 0
  return { statuses, buckets, tags, labels, became, multilingual, defaultLocale, takesAll }
}

/** Copies the settings, so that a batch that is rolled back changes nothing. */
export const cloneWorld = (world: World): World => structuredClone(world)

/** The status of posts without one: the first of the first kind. */
export const firstStatus = ({ statuses }: World): LocalStatus | undefined =>
  [...statuses].sort(
    (one, other) =>
      KIND_ORDER.indexOf(one.kind) - KIND_ORDER.indexOf(other.kind) ||
      one.position - other.position ||
      one.id - other.id,
  )[0]

const KIND_ORDER: StatusKind[] = [
  'submitted',
  'under_review',
  'planned',
  'in_progress',
  'completed',
  'closed',
]

/** The bucket of posts without a board: that of the option, else the first public one. */
export function firstBucket({ buckets }: World, slug: string | undefined): LocalBucket | undefined {
  if (slug !== undefined) return buckets.find((bucket) => bucket.slug === slug)
  return [...buckets]
    .filter((bucket) => !bucket.private)
    .sort((one, other) => one.position - other.position || one.id - other.id)[0]
}
