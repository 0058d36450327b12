import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Subject of failures, as a kind (a number from 0) and the texts that identify it within the kind. */
type Subject = { kind: number; name: readonly string[] }

/** Recent failures of a subject. Times are relative to the database's clock, in seconds. */
export type Failures = { count: number; sinceLast: number; untilForgotten: number }

/** How long failures are counted, in seconds after the first failure, or with `sliding` after the last. */
export type Span = { seconds: number; sliding: boolean }

export type FailedAttempts = ReturnType<typeof createFailedAttempts>

const SLOTS_OF_A_KIND = 65_536
const NONE: Failures = { count: 0, sinceLast: 0, untilForgotten: 0 }

/**
 * Counts failures across all processes. A subject is stored as a keyed hash in one of a fixed number of slots
 * per kind. The table therefore does not grow with the length or number of names. Finding two names for one
 * slot requires the key.
 */
export function createFailedAttempts(db: Db, key: Buffer) {
  const slotted = (subject: Subject) => slotOf(subject, key)
  return {
    /** Returns the failures of each subject, with one statement. */
    async of(subjects: readonly Subject[]): Promise<Failures[]> {
      const slots = subjects.map(slotted)
      const { rows } = await sql<Row>`select ${columns()} from failed_attempts f
        where slot = any(${slots.map(({ slot }) => slot)}::int[]) and expires_at > now()`.execute(db)
      return inOrder(slots, rows)
    },
    /**
     * Adds a failure to each subject with one statement and returns the new counts. The subjects must have
     * different kinds.
     */
    add: (subjects: readonly Subject[], span: Span): Promise<Failures[]> =>
      addFailures(db, subjects.map(slotted), span),
    /** Deletes the failures of a subject. */
    async forget(subject: Subject): Promise<void> {
      const { slot, hash } = slotted(subject)
      await sql`delete from failed_attempts where slot = ${slot} and key = ${hash}`.execute(db)
    },
  }
}

type Slot = { slot: number; hash: Buffer }

function slotOf({ kind, name }: Subject, key: Buffer): Slot {
  const hash = createHmac('sha256', key)
    .update(JSON.stringify([kind, ...name]))
    .digest()
  return { slot: kind * SLOTS_OF_A_KIND + (hash.readUInt32BE() % SLOTS_OF_A_KIND), hash }
}

async function addFailures(db: Db, slots: Slot[], { seconds, sliding }: Span): Promise<Failures[]> {
  // The order of slots prevents deadlocks between two statements.
  const { rows } = await sql<Row>`insert into failed_attempts as f (slot, key, failures, last_at, expires_at)
    select slot, key, 1, now(), now() + make_interval(secs => ${seconds})
    from unnest(${slots.map(({ slot }) => slot)}::int[], ${slots.map(({ hash }) => hash)}::bytea[]) as t (slot, key)
    order by slot
    on conflict (slot) do update set
      failures = case when ${isSame} then f.failures + 1 else 1 end,
      expires_at = case when ${isSame} and not ${sliding} then f.expires_at else excluded.expires_at end,
      key = excluded.key, last_at = excluded.last_at
    returning ${columns()}`.execute(db)
  return inOrder(slots, rows)
}

type Row = { slot: number; key: Buffer; failures: number; sinceLast: number; untilForgotten: number }

const isSame = sql`(f.key = excluded.key and f.expires_at > now())`

const columns = () => sql`f.slot, f.key, f.failures,
  extract(epoch from now() - f.last_at)::float8 as since_last,
  extract(epoch from f.expires_at - now())::float8 as until_forgotten`

function inOrder(slots: readonly Slot[], rows: Row[]): Failures[] {
  return slots.map(({ slot, hash }) => {
    const row = rows.find((found) => found.slot === slot && found.key.equals(hash))
    if (!row) return NONE
    return { count: row.failures, sinceLast: row.sinceLast, untilForgotten: row.untilForgotten }
  })
}
