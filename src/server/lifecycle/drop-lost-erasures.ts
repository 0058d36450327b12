import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { headerOf, type Keyring } from '../../lib/crypto/encryption.ts'

/**
 * Removes the keys of erasures that no key of this process decrypts, with the hashes under them, which no import
 * finds any more, and ends the sweeps whose words are lost. The next erasure of an organization creates a new key.
 */
export async function dropLostErasures(tx: Transaction, keyring: Keyring): Promise<void> {
  const own = keyring.keys.map(headerOf)
  const { rows } = await sql<{ id: number }>`update organizations set erasure_key_ciphertext = null
    where substring(erasure_key_ciphertext from 1 for 9) <> all (${own}::bytea[]) returning id`.execute(tx)
  for (const { id } of rows) {
    await sql`delete from erased_people where organization_id = ${id}`.execute(tx)
    await sql`delete from mail_suppressions where organization_id = ${id} and email is null`.execute(tx)
  }
  const { rows: lost } = await sql<{ organizationId: number; id: number }>`
    select organization_id as "organizationId", id from erasures
    where finished_at is null and substring(words_ciphertext from 1 for 9) <> all (${own}::bytea[])`.execute(
    tx,
  )
  for (const { organizationId, id } of lost)
    await sql`update erasures set words_ciphertext = null, finished_at = statement_timestamp()
      where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}
