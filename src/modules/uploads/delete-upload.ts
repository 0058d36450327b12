import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** Deletes an upload. Texts with its address show no picture any more. @throws AppError NOT_FOUND */
export async function deleteUpload(tx: Transaction, organizationId: number, id: number): Promise<void> {
  const { rows } = await sql`
    with deleted as (delete from uploads where organization_id = ${organizationId} and id = ${id} returning size)
    update upload_usage set bytes = bytes - deleted.size from deleted
    where organization_id = ${organizationId} returning deleted.size`.execute(tx)
  if (rows.length === 0) throw notFound('Upload')
}
