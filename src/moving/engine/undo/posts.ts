import { sql } from 'kysely'
import { inTransaction } from '../../../db/transaction.ts'
import { familiesOf, type Family } from './families.ts'
import { recount } from './recount.ts'
import { keep, keptPosts, removeRefs, type RemainingReason, type UndoRef, type UndoStep } from './step.ts'
import { touchedPosts } from './touched-posts.ts'
import { separatePosts } from './separate-posts.ts'

/**
 * Deletes posts of the run with all that is on them, unless they were changed here, or a post that is merged with
 * them. Posts of earlier runs that the run has merged with them are separated before.
 */
export async function undoPosts(step: UndoStep, refs: readonly UndoRef[]): Promise<void> {
  const kept = await keptPosts(
    step,
    refs.map(({ localId }) => localId),
  )
  const open = refs.filter(({ localId }) => !kept.has(localId))
  const families = await familiesOf(
    step,
    open.map(({ localId }) => localId),
  )
  const whole = families.filter(({ members }) => members.every(({ ref }) => ref !== null))
  await undoWhole(step, whole)
  for (const family of families) if (!whole.includes(family)) await undoMixed(step, family)
  const found = new Set(families.flatMap(({ members }) => members.map(({ id }) => id)))
  await removeRefs(
    step,
    'post',
    open.filter(({ localId }) => !found.has(localId)),
  )
}

/** Families of which the run has created each post. */
async function undoWhole(step: UndoStep, families: readonly Family[]): Promise<void> {
  const touched = await touchedPosts(step, families)
  const removed: Family[] = []
  for (const family of families) {
    const reasons = family.members.map(({ id }) => touched.get(id))
    const first = family.isMergedHere ? 'merged' : reasons.find((reason) => reason !== undefined)
    if (first === undefined) removed.push(family)
    else await keepFamily(step, family, touched, first)
  }
  await deletePosts(
    step,
    removed.flatMap(({ members }) => members),
  )
}

/** A post that stays in a family for another one has its reason. */
const keepFamily = (
  step: UndoStep,
  { members }: Family,
  touched: ReadonlyMap<number, RemainingReason>,
  reason: RemainingReason,
) =>
  keep(
    step,
    'post',
    members.flatMap(({ id, ref }) => (ref ? [{ id, reason: touched.get(id) ?? reason }] : [])),
  )

class Touched extends Error {
  readonly posts: ReadonlyMap<number, RemainingReason>
  readonly first: RemainingReason

  constructor(posts: ReadonlyMap<number, RemainingReason>, first: RemainingReason) {
    super('A post was changed')
    this.posts = posts
    this.first = first
  }
}

/** A family of posts of the run and of others: the run's merges end, unless a post of the run stays. */
async function undoMixed(step: UndoStep, family: Family): Promise<void> {
  if (family.isMergedHere) return keepFamily(step, family, new Map(), 'merged')
  const own = family.members.filter(({ ref }) => ref !== null)
  const others = family.members.filter(({ ref }) => ref === null)
  try {
    await inTransaction(step.tx, async (tx) => {
      const inside = { ...step, tx }
      await separatePosts(inside, family.merges)
      const singles = own.map((member) => ({ members: [member], merges: [], isMergedHere: false }))
      const touched = await touchedPosts(inside, singles)
      const [first] = touched.values()
      if (first !== undefined) throw new Touched(touched, first)
      await deletePosts(inside, own)
      await recount(
        inside,
        others.map(({ id }) => id),
      )
    })
  } catch (error) {
    if (!(error instanceof Touched)) throw error
    await keepFamily(step, family, error.posts, error.first)
  }
}

/** Deletes posts with their votes, comments, followers, merges and addresses, and their references. */
async function deletePosts(step: UndoStep, members: Family['members']): Promise<void> {
  const { tx, undo } = step
  const ids = members.map(({ id }) => id)
  if (ids.length === 0) return
  await sql`delete from post_merges where organization_id = ${undo.organizationId}
    and (child_id = any(${ids}::int[]) or parent_id = any(${ids}::int[]))`.execute(tx)
  await sql`delete from old_addresses where organization_id = ${undo.organizationId} and kind = 'post'
    and local_id = any(${ids}::int[])`.execute(tx)
  await sql`delete from posts where organization_id = ${undo.organizationId} and id = any(${ids}::int[])`.execute(
    tx,
  )
  await removeRefs(
    step,
    'post',
    members.flatMap(({ ref }) => ref ?? []),
  )
}
