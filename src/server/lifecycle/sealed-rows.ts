import { sql } from 'kysely'
import { lockEncryptionKeys } from '../../auth/lock-encryption-keys.ts'
import { SEALED_COLUMNS, sealedLocation, type SealedColumn } from '../../auth/sealed-columns.ts'
import { idsByOrganization } from '../../db/writes/by-organization.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { headerOf, move, type Keyring } from '../../lib/crypto/encryption.ts'

const BATCH = 200

type SealedCount = {
  all: number
  /** Number of secrets under the current key. */
  current: number
  /** Number of secrets under a key that this process does not have. */
  unknown: number
}

/** Counts stored secrets by key. Those under a previous key of this process count as neither. */
export async function countSealed(db: Db, keyring: Keyring): Promise<SealedCount> {
  const [current] = keyring.keys
  const own = keyring.keys.map(headerOf)
  const counts: SealedCount = { all: 0, current: 0, unknown: 0 }
  for (const { table, column } of SEALED_COLUMNS) {
    const header = headerOfColumn(column)
    const { rows } = await sql<SealedCount>`select count(*) as "all",
      count(*) filter (where ${header} = ${headerOf(current)}) as current,
      count(*) filter (where ${header} <> all (${own}::bytea[])) as unknown
      from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db)
    for (const name of ['all', 'current', 'unknown'] as const) counts[name] += rows[0]?.[name] ?? 0
  }
  return counts
}

/** Deletes previous secrets whose transition period has ended. */
export async function clearExpired(db: Db): Promise<void> {
  await sql`update oauth_apps set previous_webhook_secret_ciphertext = null, previous_webhook_secret_until = null
    where previous_webhook_secret_until < now()`.execute(db)
  await sql`update webhooks set previous_secret_ciphertext = null, previous_secret_until = null
    where previous_secret_until < now()`.execute(db)
}

/**
 * Encrypts all stored secrets under the current key. Each batch of `batch` rows
 * is one transaction, so that servers keep running and the work can be interrupted and resumed. Returns the
 * number of rewritten secrets, and of those that no key of this process decrypts, which remain unchanged.
 */
export async function rewriteSealed(
  db: Db,
  keyring: Keyring,
  batch = BATCH,
): Promise<{ rewritten: number; unreadable: number }> {
  const done = { rewritten: 0, unreadable: 0 }
  for (const column of SEALED_COLUMNS) {
    let after: Location | undefined = { organizationId: 0, id: 0 }
    while (after) {
      const from: Location = after
      const part = await inTransaction(db, (tx) => rewriteBatch(tx, keyring, { column, after: from, batch }))
      done.rewritten += part.rewritten
      done.unreadable += part.unreadable
      after = part.last
    }
  }
  return done
}

type Location = { organizationId: number; id: number }

type Batch = { column: SealedColumn; after: Location; batch: number }

/** Finds rows without locks, and then locks and changes those of one organization after the other. */
async function rewriteBatch(tx: Transaction, loaded: Keyring, { column, after, batch }: Batch) {
  const keyring = await lockEncryptionKeys(tx, loaded)
  const [target, organization] = [sql.table(column.table), sql.ref(column.tenant)]
  const { rows: found } = await sql<Location>`select ${organization} as "organizationId", id
    from ${target} where (${organization}, id) > (${after.organizationId}, ${after.id}) and ${isOutdated(column, keyring)}
    order by ${organization}, id limit ${batch}`.execute(tx)
  const done = { rewritten: 0, unreadable: 0 }
  for (const [organizationId, ids] of idsByOrganization(found)) {
    const part = await rewriteRows(tx, keyring, { column, organizationId, ids })
    done.rewritten += part.rewritten
    done.unreadable += part.unreadable
  }
  return { ...done, last: found.length === batch ? found.at(-1) : undefined }
}

type RowsOfOrganization = { column: SealedColumn; organizationId: number; ids: number[] }

async function rewriteRows(
  tx: Transaction,
  keyring: Keyring,
  { column, organizationId, ids }: RowsOfOrganization,
) {
  const [target, box] = [sql.table(column.table), sql.ref(column.column)]
  const isOfThem = sql`${sql.ref(`${column.table}.${column.tenant}`)} = ${organizationId}`
  const { rows } = await sql<{ id: number; box: Buffer }>`select id, ${box} as box from ${target}
    where ${isOfThem} and id = any(${ids}::int[]) and ${isOutdated(column, keyring)}
    order by id for no key update`.execute(tx)
  const moved = rows.flatMap(({ id, box: before }) => {
    const location = sealedLocation(columnName(column), organizationId, id)
    const next = move(keyring, before, location, location)
    return next ? [{ id, next }] : []
  })
  await sql`update ${target} set ${box} = changed.box
    from unnest(${moved.map((row) => row.id)}::int[], ${moved.map((row) => row.next)}::bytea[]) as changed (id, box)
    where ${isOfThem} and ${sql.ref(`${column.table}.id`)} = changed.id`.execute(tx)
  return { rewritten: moved.length, unreadable: rows.length - moved.length }
}

/** SQL condition of values that are not under the current key. */
const isOutdated = ({ column }: SealedColumn, { keys: [current] }: Keyring) =>
  sql`${sql.ref(column)} is not null and ${headerOfColumn(column)} <> ${headerOf(current)}`

/** SQL of the first bytes of a value, which contain its key id as in `headerOf`. */
const headerOfColumn = (column: string) => sql<Buffer>`substring(${sql.ref(column)} from 1 for 9)`

const columnName = ({ table, column }: { table: string; column: string }) =>
  `${table}.${column}` as Parameters<typeof sealedLocation>[0]
