import { sql } from 'kysely'
import { ERASED, erasedKey } from './erased-people.ts'
import { refKey } from './hashes.ts'
import type { Kind } from './plan.ts'
import type { Session, Step } from './step.ts'

/** The row that a record has become in an earlier run or batch. */
export type Ref = {
  externalId: string
  localId: number
  secondId: number | null
  runId: number
  created: boolean
  hash: string
  written: Record<string, string> | null
  votesCount: number | null
  downvotesCount: number | null
  /** Whether its row exists. Always true for votes and subscriptions, which move with merges. */
  alive: boolean
}

/** Table of the rows of each kind that has an id. */
const TABLES: Partial<Record<Kind, string>> = {
  status: 'statuses',
  bucket: 'buckets',
  tag: 'tags',
  label: 'changelog_labels',
  person: 'users',
  post: 'posts',
  comment: 'comments',
  roadmap: 'roadmaps',
  changelog: 'changelogs',
  upload: 'uploads',
}

/** Connection, session and memory of references. */
type RefStep = Pick<Step, 'db' | 'writes' | 'memory' | 'session'>

/** Returns the references of external ids. */
export async function findRefs(
  { db, session }: Pick<Step, 'db' | 'session'>,
  kind: Kind,
  externalIds: readonly string[],
): Promise<Map<string, Ref>> {
  if (externalIds.length === 0) return new Map()
  const { organizationId, sourceName } = session
  const keys = new Map(
    externalIds.flatMap((id) => keysOf(session, kind, id).map((key) => [key, id] as const)),
  )
  const table = TABLES[kind]
  const alive = table
    ? sql`exists (select 1 from ${sql.table(table)} t where t.organization_id = ${organizationId} and t.id = r.local_id)`
    : sql`true`
  const { rows } = await sql<Ref>`
    select r.external_id, r.local_id, r.second_id, r.run_id, r.created, r.hash, r.written, r.votes_count, r.downvotes_count,
      ${alive} as alive
    from external_refs r where r.organization_id = ${organizationId} and r.source_name = ${sourceName}
      and r.kind = ${kind} and r.external_id = any(${[...keys.keys()]}::text[])`.execute(db)
  const found = new Map<string, Ref>()
  for (const ref of rows) {
    const id = keys.get(ref.externalId) ?? ref.externalId
    if (!found.has(id) || !ref.externalId.startsWith(ERASED)) found.set(id, ref)
  }
  return found
}

/** Keys of an external id. That of an erased person, or of a vote of one, is a hash. */
function keysOf({ erasure, sourceName }: Session, kind: Kind, externalId: string): string[] {
  const mayBeErased = kind === 'person' || kind === 'vote' || kind === 'subscription'
  return erasure && mayBeErased
    ? [refKey(externalId), erasedKey(erasure, { sourceName, externalId })]
    : [refKey(externalId)]
}

/** Returns the ids of the rows of external ids: those of the database, and in a plan those that a run would create. */
export async function findIds(
  step: RefStep,
  kind: Kind,
  externalIds: Iterable<string | undefined>,
): Promise<Map<string, number>> {
  const wanted = [...new Set(externalIds)].filter((id) => id !== undefined)
  const ids = new Map<string, number>()
  for (const id of wanted) {
    const virtual = step.memory.ids?.get(`${kind}\0${id}`)
    if (virtual !== undefined) ids.set(id, virtual)
  }
  const rest = wanted.filter((id) => !ids.has(id))
  for (const [id, ref] of await findRefs(step, kind, rest)) if (ref.alive) ids.set(id, ref.localId)
  return ids
}

/**
 * Returns ids as `findIds`, and remembers those of a run. Use it for rows of earlier batches: a row that is deleted
 * afterwards breaks a foreign key, and `storeBatch` then forgets all ids.
 */
export async function findIdsOnce(
  step: RefStep,
  kind: Kind,
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  const { foundIds } = step.memory
  const ids = new Map<string, number>()
  const rest = new Set<string>()
  for (const id of externalIds) {
    const found = foundIds?.get(`${kind}\0${id}`)
    if (found === undefined) rest.add(id)
    else ids.set(id, found)
  }
  for (const [id, local] of await findIds(step, kind, rest)) {
    ids.set(id, local)
    foundIds?.set(`${kind}\0${id}`, local)
  }
  return ids
}

/** A reference to be stored. */
export type NewRef = {
  externalId: string
  localId: number
  secondId?: number | undefined
  created: boolean
  /** Whether it leads to an erased person, or belongs to one. It is stored as a hash. */
  isErased?: boolean | undefined
  hash: string
  written?: Record<string, string> | undefined
  parentId?: string | undefined
  votesCount?: number | undefined
  downvotesCount?: number | undefined
}

/** Stores references and replaces earlier ones. In a plan they are remembered. */
export async function storeRefs(step: RefStep, kind: Kind, refs: readonly NewRef[]): Promise<void> {
  const { db, writes, memory, session } = step
  if (!writes) {
    // Nothing refers to votes and subscriptions, which are the most.
    if (kind !== 'vote' && kind !== 'subscription')
      for (const { externalId, localId } of refs) memory.ids?.set(`${kind}\0${externalId}`, localId)
    return
  }
  if (refs.length === 0) return
  const { erasure, sourceName } = session
  const rows = refs.map(({ externalId, isErased, ...ref }) => ({
    ...ref,
    externalId: isErased && erasure ? erasedKey(erasure, { sourceName, externalId }) : refKey(externalId),
  }))
  await sql`insert into external_refs (organization_id, source_name, kind, external_id, local_id, second_id, run_id,
      created, hash, written, parent_id, votes_count, downvotes_count)
    select ${session.organizationId}::int, ${session.sourceName}, ${kind}, r."externalId", r."localId", r."secondId",
      ${session.runId}::int, r.created, r.hash, r.written, r."parentId", r."votesCount", r."downvotesCount"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("externalId" text, "localId" int, "secondId" int,
      created boolean, hash text, written jsonb, "parentId" text, "votesCount" int, "downvotesCount" int)
    on conflict (organization_id, source_name, kind, external_id) do update set local_id = excluded.local_id,
      second_id = excluded.second_id, hash = excluded.hash, written = excluded.written,
      parent_id = excluded.parent_id, votes_count = excluded.votes_count, downvotes_count = excluded.downvotes_count,
      run_id = case when excluded.created and excluded.local_id <> external_refs.local_id then excluded.run_id
        else external_refs.run_id end,
      created = case when excluded.local_id <> external_refs.local_id then excluded.created
        else external_refs.created end`.execute(db)
}
