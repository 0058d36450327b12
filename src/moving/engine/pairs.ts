import type { SubscriptionRecord, VoteRecord } from '../records.ts'
import { hashOf } from './hashes.ts'
import { findIds, findIdsOnce, findRefs, storeRefs, type NewRef, type Ref } from './refs.ts'
import {
  insertPairs,
  pairKey,
  presentPairs,
  updateDirections,
  type Pair as Ids,
  type PairKind,
} from './store-pairs.ts'
import { storePrevious } from './store-rows.ts'
import { count, dateOf, recordKey, leaveOut, problem, refuse, type Step } from './step.ts'

type PairRecord = VoteRecord | SubscriptionRecord
type Pair = Ids & { record: PairRecord }

/** Stores votes or subscriptions: one of a person on a post. The copies that a merge has made are left out. */
export async function applyPairs(step: Step, kind: PairKind, records: readonly PairRecord[]): Promise<void> {
  const kept = records.filter((record) => !isLeft(step, kind, record))
  const refs = await findRefs(
    step,
    kind,
    kept.map(({ externalId }) => externalId),
  )
  const posts = await findIdsOnce(
    step,
    'post',
    kept.map(({ post }) => post),
  )
  const people = await findIdsOnce(
    step,
    'person',
    kept.map(({ person }) => person),
  )
  const pairs = kept.flatMap((record): Pair[] => {
    const [post, person] = [posts.get(record.post), people.get(record.person)]
    if (post !== undefined && person !== undefined) return [{ record, post, person }]
    const [field, value] = post === undefined ? ['post', record.post] : ['person', record.person]
    refuse(step, record, kind, problem(field, value, 'does not exist'))
    return []
  })
  const existing = pairs.filter(({ record }) => refs.has(record.externalId))
  const fresh = pairs.filter(({ record }) => !refs.has(record.externalId))
  await updatePairs(step, kind, existing, refs)
  await createPairs(step, kind, fresh)
}

function isLeft(step: Step, kind: PairKind, record: PairRecord): boolean {
  const { left } = step.memory
  const reason = left.has(recordKey('post', record.post))
    ? 'Its post is left out.'
    : left.has(recordKey('person', record.person))
      ? 'Its person is left out.'
      : kind === 'vote' && step.session.isCopy(record)
        ? 'A merge has copied it.'
        : null
  if (reason !== null) leaveOut(step, record, kind, reason)
  return reason !== null
}

const directionOf = (record: PairRecord) => (record.type === 'vote' ? record.direction : null)
const adderOf = (record: PairRecord) => (record.type === 'vote' ? record.addedBy : undefined)
const refOf = ({ session }: Step, { record, post, person }: Pair, created: boolean): NewRef => ({
  externalId: record.externalId,
  localId: post,
  secondId: person,
  isErased: session.erasure?.people.has(person),
  created,
  hash: hashOf(directionOf(record)),
})

async function createPairs(step: Step, kind: PairKind, pairs: readonly Pair[]): Promise<void> {
  const isNew = step.writes ? await storePairs(step, kind, pairs) : await planPairs(step, kind, pairs)
  const created = pairs.filter((pair) => isNew(pair))
  count(step.tally, kind, 'created', created.length)
  if (created.length < pairs.length) count(step.tally, kind, 'unchanged', pairs.length - created.length)
  if (!step.writes) return countVoters(step, kind, pairs)
  await storeRefs(
    step,
    kind,
    pairs.map((pair) => refOf(step, pair, isNew(pair))),
  )
}

/** Inserts the first of equal pairs. Returns whether a pair is the one that was inserted. */
async function storePairs(
  step: Step,
  kind: PairKind,
  pairs: readonly Pair[],
): Promise<(pair: Pair) => boolean> {
  const first = firstOfEach(pairs)
  const team = await findIds(
    step,
    'person',
    pairs.map(({ record }) => adderOf(record)),
  )
  const rows = [...first.values()].map(({ record, post, person }) => ({
    ...{ post, person, direction: directionOf(record), at: dateOf(step, record.createdAt) },
    addedBy: team.get(adderOf(record) ?? ''),
  }))
  const inserted = await insertPairs(step, kind, rows)
  return (pair) => first.get(pairKey(pair)) === pair && inserted.has(pairKey(pair))
}

/** Returns whether a pair is the first of equal ones in the source, and has no row. */
async function planPairs(
  step: Step,
  kind: PairKind,
  pairs: readonly Pair[],
): Promise<(pair: Pair) => boolean> {
  const present = await presentPairs(step, kind, pairs)
  const fresh = new Set(
    [...firstOfEach(pairs).values()].filter(
      (pair) => !present.has(pairKey(pair)) && step.memory.pairs.add(`${kind}:${pairKey(pair)}`),
    ),
  )
  return (pair) => fresh.has(pair)
}

function firstOfEach(pairs: readonly Pair[]): Map<string, Pair> {
  const first = new Map<string, Pair>()
  for (const pair of pairs) if (!first.has(pairKey(pair))) first.set(pairKey(pair), pair)
  return first
}

/** Counts distinct voters of a plan by the post that survives, if the source states the number of its votes. */
function countVoters({ memory }: Step, kind: PairKind, pairs: readonly Pair[]): void {
  if (kind !== 'vote') return
  for (const { record, post, person } of pairs) {
    const survivor = memory.survivorIds?.get(record.post) ?? post
    if (directionOf(record) !== 'up' || !memory.stated.has(survivor)) continue
    if (memory.pairs.add(`voter:${survivor}:${person}`))
      memory.voters.set(survivor, (memory.voters.get(survivor) ?? 0) + 1)
  }
}

/** Updates existing votes whose direction has changed at the source. A vote that was withdrawn here stays withdrawn. */
async function updatePairs(
  step: Step,
  kind: PairKind,
  pairs: readonly Pair[],
  refs: ReadonlyMap<string, Ref>,
): Promise<void> {
  const changed = pairs.filter(({ record }) => {
    const ref = refs.get(record.externalId)
    return kind === 'vote' && ref?.created === true && ref.hash !== hashOf(directionOf(record))
  })
  count(step.tally, kind, 'unchanged', pairs.length - changed.length)
  if (!step.writes) countVoters(step, kind, pairs)
  if (changed.length === 0) return
  const present = await presentPairs(step, kind, changed)
  const updated = changed.filter(({ post, person }) => present.has(pairKey({ post, person })))
  count(step.tally, kind, 'updated', updated.length)
  count(step.tally, kind, 'kept', changed.length - updated.length)
  if (!step.writes || updated.length === 0) return
  const rows = updated.map(({ record, post, person }) => ({
    ...{ post, person, direction: directionOf(record), key: record.externalId },
  }))
  await storePrevious(
    step,
    kind,
    rows.map(({ post: id, person: second, direction, key }) => {
      const previous = { direction: direction === 'up' ? 'down' : 'up' }
      return { id, second, previous, set: { direction }, key }
    }),
  )
  await updateDirections(step, rows)
  await storeRefs(
    step,
    kind,
    updated.map((pair) => refOf(step, pair, true)),
  )
}
