import { slugify } from '../../lib/text/slug.ts'
import type {
  BucketRecord,
  LabelRecord,
  NeutralRecord,
  StatusKind,
  StatusRecord,
  TagRecord,
} from '../records.ts'
import { comparableName, namesMatch } from '../rules/names.ts'
import { guessStatusKind, statusKindOf } from '../rules/status-synonyms.ts'
import { valueIn, type ValueMap } from './options.ts'
import type { PlannedValue } from './plan.ts'
import type { Draft } from './drafts.ts'
import { SHAPES } from './setting-shapes.ts'
import { applyDrafts } from './rows.ts'
import { newIds } from './store-rows.ts'
import { freeSlugs } from './slugs.ts'
import { areOwnSettings, restoreSettings } from './restored-settings.ts'
import { storeTagDocument } from './tag-document.ts'
import { dateOf, recordKey, leaveOut, type Step } from './step.ts'
import type { SettingKind, World } from './world.ts'

type Setting = StatusRecord | BucketRecord | TagRecord | LabelRecord

/** Stores statuses, boards, tags and labels: each is one of the organization, or becomes a new one. */
export async function applySettings(step: Step, records: readonly Setting[]): Promise<void> {
  if (step.world.takesAll) {
    const statuses = records.filter((record) => record.type === 'status')
    const buckets = records.filter((record) => record.type === 'bucket')
    for (const own of [statuses, buckets]) if (areOwnSettings(own)) await restoreSettings(step, own)
  }
  // One after the other, because two of the source may become the same.
  for (const record of records) {
    const found = resolve(step, record)
    if (
      step.world.takesAll &&
      (record.type === 'status' || record.type === 'bucket') &&
      isTaken(step, record)
    )
      continue
    if (found === null) {
      leaveOut(step, record, record.type, 'No value of this organization corresponds to it.')
      continue
    }
    const draft = await draftOf(step, record, found)
    const [applied] = await applyDrafts(step, SHAPES[record.type], [draft])
    if (!applied) continue
    const became = step.world.became[record.type]
    became.set(record.externalId, applied.id)
    if (applied.outcome === 'created') remember(step.world, record, { ...draft.values, id: applied.id })
    if (record.type === 'tag') await storeTagDocument(step, applied)
  }
}

const isTaken = ({ world }: Step, { type, externalId }: Setting) => world.became[type].has(externalId)

/** An existing row, or the name and kind of a new one. */
type Found = { id: number } | { name: string; kind?: StatusKind | undefined }

function resolve(step: Step, record: Setting): Found | null {
  const existing = step.world.became[record.type].get(record.externalId)
  const found = record.type === 'status' ? resolveStatus(step, record) : resolveNamed(step, record)
  if (record.type !== 'label') noteValue(step, record, found)
  return existing !== undefined && found && 'id' in found ? { id: existing } : found
}

const mapped = (map: ValueMap | undefined, record: Setting & { slug?: string | undefined }) =>
  valueIn(map, record.externalId) ??
  Object.entries(map ?? {}).find(([value]) => value === record.slug || namesMatch(value, record.name))?.[1]

function resolveStatus({ world, session: { options } }: Step, record: StatusRecord): Found {
  const target = mapped(options.mapStatus, record)
  const wanted = target ?? record.slug ?? record.name
  const found =
    world.statuses.find(({ slug }) => slug === wanted) ??
    world.statuses.find(({ name }) => namesMatch(name, target ?? record.name))
  if (found) return found
  const kind =
    target === undefined
      ? (statusKindOf(record.name) ?? (options.keepStatuses === true ? undefined : record.kind))
      : statusKindOf(target)
  const ofKind =
    kind &&
    world.statuses
      .filter((status) => status.kind === kind)
      .sort((one, other) => one.position - other.position)[0]
  if (ofKind && options.keepStatuses !== true) return ofKind
  return { name: target ?? record.name, kind: kind ?? record.kind ?? guessStatusKind(record.name) }
}

function resolveNamed(
  { world, session: { options } }: Step,
  record: BucketRecord | TagRecord | LabelRecord,
): Found {
  const [list, map] =
    record.type === 'bucket'
      ? [world.buckets, options.mapBoard]
      : record.type === 'tag'
        ? [world.tags, options.mapTag]
        : [world.labels, undefined]
  const name = mapped(map, record) ?? record.name
  const slug = record.type === 'bucket' ? (mapped(map, record) ?? record.slug ?? slugify(name)) : undefined
  const found =
    world.buckets.find((bucket) => record.type === 'bucket' && bucket.slug === slug) ??
    list.find((one) => one.name.toLowerCase() === name.toLowerCase()) ??
    list.find((one) => namesMatch(one.name, name))
  return found ?? { name }
}

const OPTIONS = { status: '--map-status', bucket: '--map-board', tag: '--map-tag' } as const

/** Lists a value and what it becomes. A status without a synonym, and a value without a name, need a decision. */
function noteValue(
  { memory, world, session: { options } }: Step,
  record: Exclude<Setting, LabelRecord>,
  found: Found,
): void {
  const field = record.type
  const isMapped =
    mapped({ status: options.mapStatus, bucket: options.mapBoard, tag: options.mapTag }[field], record) !==
    undefined
  const isNew = !('id' in found)
  const needsDecision =
    !isMapped &&
    isNew &&
    (record.unnamed === true || (record.type === 'status' && options.keepStatuses !== true))
  const becomes = 'id' in found ? nameOf(world, record.type, found.id) : found.name
  const guess = !isNew ? becomes : record.type === 'status' ? (found.kind ?? becomes) : becomes
  const value: PlannedValue = {
    field,
    value: record.name,
    count: 0,
    becomes,
    needsDecision,
    option: `${OPTIONS[field]} '${record.name}=${guess ?? ''}'`,
  }
  memory.values.set(recordKey(record.type, record.externalId), value)
}

const nameOf = (world: World, kind: SettingKind, id: number): string | null =>
  listOf(world, kind).find((one) => one.id === id)?.name ?? null

/** The rows of a kind of settings. */
const listOf = (world: World, kind: SettingKind): { id: number; name: string }[] =>
  ({ status: world.statuses, bucket: world.buckets, tag: world.tags, label: world.labels })[kind]

async function draftOf(step: Step, record: Setting, found: Found): Promise<Draft> {
  if ('id' in found) return { record, values: {}, tracked: {}, match: found.id }
  const { name, kind } = found
  const [id = 0] = await newIds(SHAPES[record.type].table)(step, 1)
  const createdAt = dateOf(step, record.createdAt) ?? step.session.plannedAt
  const dates = { created_at: createdAt, updated_at: dateOf(step, record.updatedAt) ?? createdAt }
  const values = { id, name, ...dates, ...(await columnsOf(step, record, name, kind)) }
  return { record, values, tracked: {}, facts: comparableName(name) }
}

async function columnsOf(step: Step, record: Setting, name: string, kind: StatusKind | undefined) {
  const { world } = step
  const color = 'color' in record ? record.color : undefined
  if (record.type === 'tag') return { color: color ?? '#6366f1' }
  if (record.type === 'label') return { color: color ?? '#6366f1' }
  const list = record.type === 'status' ? world.statuses : world.buckets
  const position = Math.max(-1, ...list.map((one) => one.position)) + 1
  const table = record.type === 'status' ? 'statuses' : 'buckets'
  const taken = new Set(list.map(({ slug }) => slug))
  const [slug] = await freeSlugs(step, table, [{ wanted: record.slug, title: name }], taken)
  if (record.type === 'status')
    return {
      slug,
      kind,
      position,
      color: color ?? '#94a3b8',
      percentage: record.percentage ?? (kind === 'completed' ? 100 : 0),
    }
  return {
    ...{ slug, position, description: record.description ?? '', private: record.private ?? false },
    requires_moderation: record.requiresModeration ?? false,
  }
}

function remember(world: World, record: NeutralRecord, row: Record<string, unknown>): void {
  const list: unknown[] = listOf(world, record.type as SettingKind)
  list.push(row)
}
