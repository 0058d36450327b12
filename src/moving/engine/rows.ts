import type { NeutralRecord } from '../records.ts'
import type { Applied, Draft, Shape } from './drafts.ts'
import { hashFields, hashOf } from './hashes.ts'
import { readCurrent } from './read-current.ts'
import { findRefs, storeRefs, type Ref } from './refs.ts'
import { count, leaveOut, lose, type Step } from './step.ts'
import { insertRows, newIds, storePrevious, updateColumns } from './store-rows.ts'

/**
 * Resolves drafts against earlier runs (a second run updates what changed there only), counts them, and stores new
 * rows, changed columns, references and previous values. Drafts that are left out are not returned.
 */
export async function applyDrafts<Item extends NeutralRecord>(
  step: Step,
  shape: Shape,
  drafts: readonly Draft<Item>[],
): Promise<Applied<Item>[]> {
  const { kind } = shape
  const refs = await findRefs(
    step,
    kind,
    drafts.map(({ record }) => record.externalId),
  )
  const isGone = (ref: Ref | undefined) =>
    ref !== undefined && !ref.alive && step.session.options.recreate !== true
  const present = drafts.filter(({ record }) => {
    if (!isGone(refs.get(record.externalId))) return true
    leaveOut(step, record, kind, 'It was deleted here.')
    return false
  })
  const existing = present.filter(({ record }) => refs.get(record.externalId)?.alive)
  const others = present.filter(({ record }) => !refs.get(record.externalId)?.alive)
  const replaced = others.filter(({ record }) => refs.has(record.externalId))
  const created = await createRows(step, shape, others, replaced)
  const updated = await updateRows(step, shape, existing, refs)
  const applied = [...created, ...updated]
  for (const { outcome } of applied) count(step.tally, kind, outcome)
  return applied
}

const hashDraft = ({ tracked, facts }: Draft) => hashOf([tracked, facts])

/** Stores the references of rows that were deleted here and are created again. */
const storeReplaced = (
  step: Step,
  { kind }: Shape,
  created: readonly Applied[],
  replaced: readonly Draft[],
) =>
  storePrevious(
    step,
    kind,
    created.flatMap(({ draft, id }) =>
      replaced.includes(draft) ? [{ id, previous: {}, key: draft.record.externalId }] : [],
    ),
  )

async function createRows<Item extends NeutralRecord>(
  step: Step,
  shape: Shape,
  drafts: readonly Draft<Item>[],
  replaced: readonly Draft<Item>[],
): Promise<Applied<Item>[]> {
  const fresh = drafts.filter(({ match }) => match === undefined)
  const ids = fresh.every(({ values }) => typeof values['id'] === 'number')
    ? fresh.map(({ values }) => values['id'] as number)
    : await newIds(shape.table)(step, fresh.length)
  const created = fresh.map((draft, index) => ({
    draft,
    id: ids[index] ?? 0,
    outcome: 'created' as const,
    set: draft.tracked,
  }))
  if (step.writes) await insertRows(step, shape, created)
  const matched = drafts.flatMap((draft) =>
    draft.match === undefined
      ? []
      : [{ draft, id: draft.match, outcome: 'unchanged' as const, set: {}, isMatch: true }],
  )
  const all = [...created, ...matched]
  if (step.writes) await storeReplaced(step, shape, created, replaced)
  await storeRefs(
    step,
    shape.kind,
    all.map(({ draft, id, outcome }) => ({
      externalId: draft.record.externalId,
      localId: id,
      created: outcome === 'created',
      hash: hashDraft(draft),
      written: hashFields(draft.tracked),
      ...draft.ref,
    })),
  )
  return all
}

/** Compares known records with what was written last, and with what is here now. */
async function updateRows<Item extends NeutralRecord>(
  step: Step,
  shape: Shape,
  drafts: readonly Draft<Item>[],
  refs: ReadonlyMap<string, Ref>,
): Promise<Applied<Item>[]> {
  const pairs = drafts.flatMap((draft) => {
    const ref = refs.get(draft.record.externalId)
    return ref ? [{ draft, ref }] : []
  })
  const changed = pairs.filter(({ draft, ref }) => ref.created && ref.hash !== hashDraft(draft))
  const current = await readCurrent(
    step,
    shape,
    changed.map(({ ref }) => ref.localId),
  )
  const applied = pairs.map(({ draft, ref }) =>
    compare(step, shape, { draft, ref, now: current.get(ref.localId) }),
  )
  const different = applied.filter(({ before }) => before)
  if (step.writes && different.length > 0) await storeUpdates(step, shape, different, refs)
  return applied
}

type Compared<Item extends NeutralRecord> = {
  draft: Draft<Item>
  ref: Ref
  /** Values of the row as it is. Undefined if the record has not changed. */
  now: Record<string, unknown> | undefined
}

/** Compares a record field by field with the hashes of the last run, and with the row. */
function compare<Item extends NeutralRecord>(
  { session, tally }: Step,
  { kind }: Shape,
  { draft, ref, now }: Compared<Item>,
): Applied<Item> & Pick<Changed, 'before' | 'isWhole'> {
  if (!now) return { draft, id: ref.localId, outcome: 'unchanged', set: {} }
  const written = ref.written ?? {}
  const news = Object.entries(draft.tracked).filter(([field, value]) => written[field] !== hashOf(value))
  const taken = news.filter(
    ([field]) =>
      session.options.overwrite === true || !(field in now) || hashOf(now[field]) === written[field],
  )
  const isWhole = taken.length === news.length
  if (!isWhole) lose(tally, { what: kind, count: 1, reason: 'It was changed here, which is kept.' })
  const outcome = taken.length > 0 ? 'updated' : isWhole ? 'unchanged' : 'kept'
  return { draft, id: ref.localId, outcome, set: Object.fromEntries(taken), before: now, isWhole }
}

type Changed = Applied & { before?: Record<string, unknown>; isWhole?: boolean }

/** Returns the columns that change, with those that follow from them, as they are. */
function previousOf({ derived }: Shape, { draft, id, set, before = {} }: Changed) {
  const fields = Object.keys(set).filter((field) => field in before)
  const previous: Record<string, unknown> = {}
  for (const field of fields.flatMap((one) => [one, ...(derived?.[one] ?? [])]))
    previous[field] = before[field]
  const written = Object.fromEntries(fields.map((field) => [field, set[field]]))
  return { id, previous, key: draft.record.externalId, set: written }
}

/** Writes the columns that changed, their previous values, and the hashes of what is written now. */
async function storeUpdates(
  step: Step,
  shape: Shape,
  rows: readonly Changed[],
  refs: ReadonlyMap<string, Ref>,
): Promise<void> {
  await updateColumns(
    step,
    shape,
    rows.map(({ id, set }) => ({ id, set })),
  )
  await storePrevious(
    step,
    shape.kind,
    rows.map((row) => previousOf(shape, row)),
  )
  await storeRefs(
    step,
    shape.kind,
    rows.map(({ draft, id, set, isWhole }) => {
      const ref = refs.get(draft.record.externalId)
      return {
        externalId: draft.record.externalId,
        localId: id,
        created: true,
        // A record of which a field was kept is compared again by the next run.
        hash: isWhole === true ? hashDraft(draft) : (ref?.hash ?? ''),
        written: { ...ref?.written, ...hashFields(set) },
        ...draft.ref,
      }
    }),
  )
}
