import { sql, type RawBuilder } from 'kysely'
import { sealedLocation } from '../../../auth/sealed-columns.ts'
import type { Db, Transaction } from '../../../db/database.ts'
import { asBulk } from '../../../db/deadline.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { databaseNow, databaseNowPlus } from '../../../db/time.ts'
import { decrypt, UnknownKeyError, type Keyring } from '../../../lib/crypto/encryption.ts'
import { tryHoldBackExports } from './erasures-and-exports.ts'
import { sweepExports, sweepFiles } from './forget-files.ts'
import { sweepImports } from './sweep-imports.ts'
import { sweepAuditEntries, sweepDeliveries, type Sweep } from './sweeps.ts'
import type { PersonWords } from './words-of-person.ts'

/** Rows of a batch, which is one transaction. */
const BATCH = 500
/** Seconds after which attempts that ran during the erasure have stored their bodies. */
const LAST_SWEEP_AFTER_S = 900
/** Seconds after which an erasure is tried again whose words this process cannot decrypt. */
const RETRY_AFTER_S = 600
/** Seconds after which a sweep is tried again that an export holds back. */
const HELD_AFTER_S = 5
/** Number of erasures of which the first one without a lock is continued. */
const CANDIDATES = 20

/** The sweeps in their order. The last ones find texts that were made before the erasure and stored after it. */
const SWEEPS: readonly Sweep[] = [
  sweepExports,
  sweepFiles,
  sweepDeliveries,
  sweepAuditEntries,
  sweepImports,
  sweepDeliveries,
  sweepImports,
  sweepFiles,
]
/** Number of the first of the last ones. */
const LAST_SWEEPS = 5
/** The sweeps that change rows which an export contains. */
const OF_EXPORTS: ReadonlySet<Sweep> = new Set([sweepAuditEntries, sweepImports])
/** Seconds for which an export waits for the sweeps before the last ones. */
const EXPORTS_WAIT_S = 600

/** SQL condition that an organization has erasures whose sweeps change rows of exports in the next seconds. */
export const isSweeping = (organizationId: RawBuilder<unknown>) => sql`exists (select 1 from erasures s
  where s.organization_id = ${organizationId} and s.finished_at is null and s.stage < ${sql.lit(LAST_SWEEPS)}
    and s.due_at <= ${databaseNow} and s.created_at > ${databaseNowPlus(-EXPORTS_WAIT_S)})`

type ErasureKey = { organizationId: number; id: number }
type ErasureRow = ErasureKey & {
  userId: number
  createdAt: Date
  stage: number
  afterId: number
  wordsCiphertext: Buffer | null
}

/**
 * Does the next batch of an erasure that is due, in one transaction with its progress and the deadline of bulk work, so
 * that another process continues after a kill. Returns whether there was one.
 */
export async function sweepNextErasure(db: Db, encryption: Keyring): Promise<boolean> {
  const { rows } = await sql<ErasureKey>`select organization_id as "organizationId", id from erasures
    where finished_at is null and due_at <= ${databaseNow} order by due_at limit ${sql.lit(CANDIDATES)}`.execute(
    db,
  )
  for (const key of rows) if (await asBulk(() => sweepErasure(db, encryption, key))) return true
  return false
}

/** Does the next batch of one erasure. Returns false if it is finished, not due yet, or locked by another process. */
export function sweepErasure(db: Db, encryption: Keyring, key: ErasureKey): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<ErasureRow>`
      select organization_id as "organizationId", id, user_id as "userId", created_at as "createdAt", stage, after_id as "afterId", words_ciphertext as "wordsCiphertext"
      from erasures where organization_id = ${key.organizationId} and id = ${key.id}
        and finished_at is null and due_at <= ${databaseNow} for update skip locked`.execute(tx)
    const [erasure] = rows
    if (!erasure) return false
    const words = wordsOf(erasure, encryption)
    if (!words) await postpone(tx, erasure, RETRY_AFTER_S)
    else if (!(await holdsExports(tx, erasure))) await postpone(tx, erasure, HELD_AFTER_S)
    else await advance(tx, erasure, words)
    return true
  })
}

/** Whether exports wait with their end for a sweep, if it may change rows of theirs. False while one holds it back. */
async function holdsExports(tx: Transaction, { organizationId, stage }: ErasureRow): Promise<boolean> {
  const sweep = SWEEPS[stage]
  return !sweep || !OF_EXPORTS.has(sweep) || (await tryHoldBackExports(tx, organizationId))
}

/** Decrypts the words of an erasure. Null if this process lacks the key. */
function wordsOf(
  { organizationId, id, wordsCiphertext }: ErasureRow,
  encryption: Keyring,
): PersonWords | null {
  const location = sealedLocation('erasures.words_ciphertext', organizationId, id)
  try {
    return JSON.parse(decrypt(encryption, wordsCiphertext ?? Buffer.alloc(0), location)) as PersonWords
  } catch (error) {
    if (error instanceof UnknownKeyError) return null
    throw error
  }
}

async function advance(tx: Transaction, erasure: ErasureRow, words: PersonWords): Promise<void> {
  const { organizationId, id, userId, createdAt, stage, afterId: after } = erasure
  const sweep = SWEEPS[stage]
  const { last, counts } = sweep
    ? await sweep(tx, { organizationId, userId, createdAt, after, words, size: BATCH })
    : { last: null, counts: {} }
  const next = last === null ? stage + 1 : stage
  const isFinished = next >= SWEEPS.length
  const isLast = last === null && next === LAST_SWEEPS
  const lastSweepAt = new Date(createdAt.getTime() + LAST_SWEEP_AFTER_S * 1000)
  await sql`update erasures set stage = ${next}, after_id = ${last ?? 0},
      deliveries = deliveries + ${counts.deliveries ?? 0}, attempts = attempts + ${counts.attempts ?? 0},
      audit_entries = audit_entries + ${counts.auditEntries ?? 0}, import_rows = import_rows + ${counts.importRows ?? 0},
      due_at = ${isLast ? sql`greatest(${lastSweepAt}::timestamptz, ${databaseNow})` : sql`due_at`},
      words_ciphertext = ${isFinished ? null : sql`words_ciphertext`},
      finished_at = ${isFinished ? databaseNow : null}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

async function postpone(tx: Transaction, { organizationId, id }: ErasureKey, seconds: number): Promise<void> {
  await sql`update erasures set due_at = ${databaseNowPlus(seconds)}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}
