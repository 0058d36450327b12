import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { SYSTEM } from '../events/actor.ts'
import { deleteCustomer } from '../modules/customers/delete-customer.ts'
import { sweepErasure } from '../modules/customers/erasure/sweep-erasure.ts'
import { auditSubject, recordAuditEntry } from '../modules/audit/record-audit-entry.ts'
import { finishExport } from '../moving/export/finish-export.ts'
import { withPersonExport } from '../moving/people/export-person.ts'
import { findPerson, type PersonOptions } from './find-person.ts'
import type { Tools } from './run.ts'

/**
 * Writes the data of a person to a new file.
 * @throws Error for an unknown person, for a file that exists, and for a person who is erased before the end
 */
export async function exportPersonTo(
  tools: Tools,
  { out, ...options }: PersonOptions & { out: string },
): Promise<object> {
  const { database } = tools
  const { organizationId, userId } = await findPerson(tools, options)
  const file = createWriteStream(out, { flags: 'wx', mode: 0o600 })
  await once(file, 'open')
  try {
    await withPersonExport(database.kysely, { organizationId, userId }, async (parts, erasures) => {
      await pipeline(parts, file)
      await recordExport(database.kysely, { organizationId, personId: userId, erasures })
    })
  } catch (error) {
    file.destroy()
    await rm(out, { force: true })
    throw error
  }
  return { person: userId, file: out, bytes: file.bytesWritten }
}

/** Writes the audit entry of a complete file. @throws Error if the person was erased after its rows were read */
function recordExport(
  db: Db,
  written: { organizationId: number; personId: number; erasures: number },
): Promise<void> {
  return finishExport(db, written, async (tx, isStale) => {
    if (isStale) throw new Error('The person was erased while the file was written. There is no file.')
    const { organizationId, personId } = written
    const subject = auditSubject('User', personId)
    await recordAuditEntry(tx, { organizationId, act: 'person.exported', subject })
  })
}

/** Ends an attempt without a change. */
class DryRun extends Error {
  readonly result: object
  constructor(result: object) {
    super('nothing was changed')
    this.result = result
  }
}

/** Erases a customer, or counts what would be erased and changes nothing. */
export async function erasePersonOf(
  tools: Tools,
  { dryRun = false, ...options }: PersonOptions & { dryRun?: boolean },
): Promise<object> {
  const { database, keys } = tools
  const { organizationId, userId } = await findPerson(tools, options)
  const by = { actor: SYSTEM, actorId: null, encryption: keys.encryption }
  try {
    const erasure = await inTransaction(database.kysely, async (tx) => {
      const { erasure: done } = await deleteCustomer(tx, organizationId, userId, by)
      if (dryRun) throw new DryRun(shown(done))
      return done
    })
    while (await sweepErasure(database.kysely, keys.encryption, erasure)) {
      // The last sweep is due later: the service does it.
    }
    const swept = await database.kysely
      .selectFrom('erasures')
      .select(['deliveries', 'attempts', 'auditEntries'])
      .where('organizationId', '=', organizationId)
      .where('id', '=', erasure.id)
      .executeTakeFirstOrThrow()
    return { person: userId, erased: true, ...shown(erasure), ...swept }
  } catch (error) {
    if (error instanceof DryRun) return { person: userId, erased: false, ...error.result }
    throw error
  }
}

const shown = ({
  organizationId: _,
  id: __,
  mentions,
  ...counts
}: Awaited<ReturnType<typeof deleteCustomer>>['erasure']) => ({
  ...counts,
  mentions: mentions.map(({ type, id }) => `${type} ${id}`),
})
