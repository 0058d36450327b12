import { sql } from 'kysely'
import type { SubscriptionRecord, VoteRecord } from '../records.ts'
import { hashOf } from './hashes.ts'
import { findIds, findRefs, storeRefs, type NewRef, type Ref } from './refs.ts'
import { storePrevious } from './store-rows.ts'
import { count, dateOf, recordKey, leaveOut, problem, refuse, type Step } from './step.ts'

type PairRecord = VoteRecord | SubscriptionRecord
type PairKind = 'vote' | 'subscription'
type Pair = { record: PairRecord; post: number; person: number }

const TABLES = { vote: 'votes', subscription: 'post_subscribers' } as const

/** Stores votes or subscriptions: one of a person on a post. The copies that a merge has made are left out. */
export async function applyPairs(step: Step, kind: PairKind, records: readonly PairRecord[]): Promise<void> {
  const kept = records.filter((record) => !isLeft(step, kind, record))
  const refs = await findRefs(
    step,
    kind,
    kept.map(({ externalId }) => externalId),
  )
  const posts = await findIds(
    step,
    'post',
    kept.map(({ post }) => post),
  )
  const people = await findIds(
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
const refOf = ({ session }: Step, { record, post, person }: Pair, created: boolean): NewRef => ({
  externalId: record.externalId,
  localId: post,
  secondId: person,
  isErased: session.erasure?.people.has(person),
  created,
  hash: hashOf(directionOf(record)),
})

async function createPairs(step: Step, kind: PairKind, pairs: readonly Pair[]): Promise<void> {
  const present = await presentPairs(step, kind, pairs)
  const isNew = pairs.map(({ post, person }) => {
    const key = `${post}:${person}`
    const isFirst = !present.has(key)
    present.add(key)
    return isFirst && (step.writes || step.memory.pairs.add(`${kind}:${key}`))
  })
  const created = pairs.filter((_, index) => isNew[index])
  count(step.tally, kind, 'created', created.length)
  if (created.length < pairs.length) count(step.tally, kind, 'unchanged', pairs.length - created.length)
  if (!step.writes) return countVoters(step, kind, pairs)
  await insertPairs(step, kind, created)
  await storeRefs(
    step,
    kind,
    pairs.map((pair, index) => refOf(step, pair, isNew[index] === true)),
  )
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

async function presentPairs(
  { db, session }: Step,
  kind: PairKind,
  pairs: readonly Pair[],
): Promise<Set<string>> {
  const real = pairs
    .filter(({ post, person }) => post > 0 && person > 0)
    .map(({ post, person }) => ({ post, person }))
  if (real.length === 0) return new Set()
  const { rows } = await sql<{ postId: number; userId: number }>`select v.post_id, v.user_id
    from jsonb_to_recordset(${JSON.stringify(real)}::jsonb) as r(post int, person int)
    join ${sql.table(TABLES[kind])} v on v.organization_id = ${session.organizationId} and v.post_id = r.post and v.user_id = r.person`.execute(
    db,
  )
  return new Set(rows.map(({ postId, userId }) => `${postId}:${userId}`))
}

/** Inserts rows. One without a date has that of its post. */
async function insertPairs(step: Step, kind: PairKind, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return
  const rows = pairs.map(({ record, post, person }) => ({
    ...{ post, person, direction: directionOf(record), at: dateOf(step, record.createdAt) },
  }))
  const isVote = kind === 'vote'
  await sql`insert into ${sql.table(TABLES[kind])} (organization_id, post_id, user_id, ${isVote ? sql`direction, ` : sql``} created_at)
    select ${step.session.organizationId}::int, r.post, r.person, ${isVote ? sql`r.direction, ` : sql``} coalesce(r.at, p.created_at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(post int, person int, direction vote_direction, at timestamptz)
    join posts p on p.organization_id = ${step.session.organizationId} and p.id = r.post
    on conflict do nothing`.execute(step.db)
}

/** A existing vote whose direction changed there. A vote that was withdrawn here stays withdrawn. */
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
  const updated = changed.filter(({ post, person }) => present.has(`${post}:${person}`))
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
  await sql`update votes v set direction = r.direction
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(post int, person int, direction vote_direction)
    where v.organization_id = ${step.session.organizationId} and v.post_id = r.post and v.user_id = r.person`.execute(
    step.db,
  )
  await storeRefs(
    step,
    kind,
    updated.map((pair) => refOf(step, pair, true)),
  )
}
