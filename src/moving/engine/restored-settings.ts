import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { AppError } from '../../lib/errors.ts'
import { LOCALES } from '../../modules/changelogs/locales.ts'
import { updateOrganization } from '../../modules/organizations/update-organization.ts'
import type { OrganizationRecord } from '../own-records.ts'
import type { BucketRecord, StatusRecord } from '../records.ts'
import { hashOf } from './hashes.ts'
import { storeRefs } from './refs.ts'
import { isSlug } from './slugs.ts'
import { count, lose, type Step } from './step.ts'
import { newIds, storePrevious } from './store-rows.ts'
import type { LocalBucket, LocalStatus, World } from './world.ts'

const TEXTS =
  `name description homePage avatarUrl colorPrimary colorPrimaryLight colorPrimaryDark formDescription
  submitButtonText mailSenderName mailReplyTo mailFooter timeZone`.split(/\s+/)
const FLAGS = ['multilingualChangelog', 'anonymousVotes', 'anonymousPosts', 'notifyPeopleOfImports']
const SIGN_UPS = ['open', 'domains', 'known'] as const
const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')
const isLocale = (value: unknown) => LOCALES.find((one) => one.toUpperCase().replace('-', '_') === value)
const SETTINGS = 'settings of the organization'

/** Takes over the settings of an export of this service. They stay as they are in an organization with posts. */
export async function applyOrganization(step: Step, records: readonly OrganizationRecord[]): Promise<void> {
  for (const record of records)
    if (step.world.takesAll) await takeOrganization(step, record)
    else lose(step.tally, { what: SETTINGS, count: 1, reason: 'The organization has posts.' })
}

/**
 * Takes over the settings of an export of this service, but slug and address, in an organization without posts. Values
 * that the verb refuses are a loss.
 */
async function takeOrganization(step: Step, { fields }: OrganizationRecord): Promise<void> {
  const { world, tally } = step
  const locales = Array.isArray(fields['locales'])
    ? fields['locales'].flatMap((one) => isLocale(one) ?? [])
    : []
  const changes = {
    ...pick(fields, TEXTS, (value) => typeof value === 'string' || value === null),
    ...pick(fields, FLAGS, (value) => typeof value === 'boolean'),
    ...pick(fields, ['signUpDomains'], isTexts),
    signUp: SIGN_UPS.find((one) => one.toUpperCase() === fields['signUp']),
    visibility: (['members', 'public'] as const).find((one) => one.toUpperCase() === fields['visibility']),
    ...(locales.length > 0 && { locales, defaultLocale: isLocale(fields['defaultLocale']) }),
  }
  if (typeof fields['multilingualChangelog'] === 'boolean')
    world.multilingual = fields['multilingualChangelog']
  world.defaultLocale = changes.defaultLocale ?? world.defaultLocale
  if (!step.writes) return
  try {
    await storeOrganization(step, changes)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    lose(tally, { what: SETTINGS, count: 1, reason: error.message })
  }
}

/** Stores settings, with the previous values of those that change, for an undo. */
async function storeOrganization(
  step: Step,
  changes: Parameters<typeof updateOrganization>[2],
): Promise<void> {
  const { db, session } = step
  const { organizationId } = session
  const before: Record<string, unknown> = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const after: Record<string, unknown> = await updateOrganization(
    db as Transaction,
    organizationId,
    changes,
    session.writtenById,
  )
  const names = [...new Set([...Object.keys(changes), 'locales', 'defaultLocale'])]
  const row = { id: organizationId, ...differences(before, after, names) }
  if (Object.keys(row.set).length > 0) await storePrevious(step, 'organization', [row])
}

/** Returns the fields that differ, before and after. */
function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  names: readonly string[],
) {
  const changed = names.filter((name) => hashOf(before[name]) !== hashOf(after[name]))
  const of = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, row[name]]))
  return { previous: of(before), set: of(after) }
}

const pick = (
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
  isValid: (value: unknown) => boolean,
) => Object.fromEntries(names.flatMap((name) => (isValid(fields[name]) ? [[name, fields[name]]] : [])))

type Own = StatusRecord | BucketRecord
type Row = { record: Own; id: number; isNew: boolean; values: Record<string, unknown> & { slug: string } }
const TABLES = { status: 'statuses', bucket: 'buckets' } as const

/**
 * Makes the statuses or buckets of an organization without posts those of an export of this service. Rows with the same
 * slug are changed, then others, and those that are left are deleted.
 */
export async function restoreSettings(step: Step, records: readonly Own[]): Promise<void> {
  const [first] = records
  if (!first) return
  const kind = first.type
  const present: (LocalStatus | LocalBucket)[] = kind === 'status' ? step.world.statuses : step.world.buckets
  const slugs = new Set(records.map(({ slug }) => slug))
  const spare = present.filter(({ slug }) => !slugs.has(slug))
  const fresh = await newIds(TABLES[kind])(step, records.length)
  const rows = records.map((record, index): Row => {
    const here = present.find(({ slug }) => slug === record.slug) ?? spare.shift()
    return { record, id: here?.id ?? fresh[index] ?? 0, isNew: !here, values: valuesOf(step, record, index) }
  })
  count(step.tally, kind, 'created', rows.filter(({ isNew }) => isNew).length)
  count(step.tally, kind, 'updated', rows.filter(({ isNew }) => !isNew).length)
  if (step.writes)
    await storeExactly(
      step,
      kind,
      rows,
      spare.map(({ id }) => id),
    )
  const became = step.world.became[kind]
  for (const { record, id } of rows) became.set(record.externalId, id)
  const local = rows.map(({ id, values }) => ({ id, ...values }))
  if (kind === 'status') step.world.statuses = local as unknown as World['statuses']
  else step.world.buckets = local as unknown as World['buckets']
  const refs = rows.map(({ record, id, isNew }) => ({
    ...{ externalId: record.externalId, localId: id, created: isNew, hash: '' },
  }))
  await storeRefs(step, kind, refs)
}

/** Whether records can be taken over as they are: each has a slug of our form, and no two have the same. */
export const areOwnSettings = (records: readonly Own[]): boolean =>
  records.length > 0 &&
  // Slugs of statuses contain the kind, such as `in_progress`.
  records.every(({ slug }) => slug !== undefined && isSlug(slug.replaceAll('_', '-'))) &&
  new Set(records.map(({ slug }) => slug)).size === records.length

function valuesOf({ session }: Step, record: Own, index: number) {
  const { name, slug = '', position = index, createdAt = session.plannedAt, updatedAt = createdAt } = record
  const common = { slug, name, position, created_at: createdAt, updated_at: updatedAt }
  if (record.type === 'status') {
    const { kind = 'submitted', color = '#94a3b8', percentage = 0 } = record
    return { ...common, kind, color, percentage }
  }
  const { description = '', private: isPrivate = false, requiresModeration = false } = record
  return { ...common, description, private: isPrivate, requires_moderation: requiresModeration }
}

async function storeExactly(
  { db, session, ...step }: Step,
  kind: Own['type'],
  rows: readonly Row[],
  left: readonly number[],
): Promise<void> {
  const { organizationId } = session
  const table = sql.table(TABLES[kind])
  const changed = rows.filter(({ isNew }) => !isNew).map(({ id }) => id)
  const before = await readOwn({ db, session }, kind, [...changed, ...left])
  await sql`delete from ${table} where organization_id = ${organizationId}
    and id = any(${[...changed, ...left]}::int[])`.execute(db)
  const values = rows.map(({ id, values: own }) => ({ ...own, id, organization_id: organizationId }))
  await sql`insert into ${table} (organization_id, id, ${sql.join(Object.keys(rows[0]?.values ?? {}).map((name) => sql.ref(name)))})
    select organization_id, id, ${sql.join(Object.keys(rows[0]?.values ?? {}).map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(values)}::jsonb)`.execute(db)
  const after = await readOwn({ db, session }, kind, changed)
  await storePrevious(
    { ...step, db, session },
    kind,
    [...before].flatMap(([id, previous]) => {
      const now = after.get(id)
      // A row without a written value is one that the run deleted.
      const set = now ? differences(previous, now, Object.keys(now)).set : {}
      return now && Object.keys(set).length === 0 ? [] : [{ id, previous, set }]
    }),
  )
}

/** Returns rows as JSON by id. */
async function readOwn(
  { db, session }: Pick<Step, 'db' | 'session'>,
  kind: Own['type'],
  ids: readonly number[],
): Promise<Map<number, Record<string, unknown>>> {
  const { rows } = await sql<{ id: number; row: Record<string, unknown> }>`
    select id, to_jsonb(t) - '{organization_id,id}'::text[] as row from ${sql.table(TABLES[kind])} t
    where organization_id = ${session.organizationId} and id = any(${[...ids]}::int[]) order by id`.execute(
    db,
  )
  return new Map(rows.map(({ id, row }) => [id, row]))
}
