import { sealedLocation } from '../../../src/auth/sealed-columns.ts'
import { decrypt } from '../../../src/lib/crypto/encryption.ts'
import type { TestApp } from '../app.ts'

/** Returns the queued mails to an address with the values of their texts, newest first. */
export async function queuedMails({ database, services }: TestApp, email: string) {
  const rows = await database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ organizationId, id, kind, locale, accountId, userId, contentCiphertext }) => {
    const location = sealedLocation('mails.content_ciphertext', organizationId, Number(id))
    const content = decrypt(services.keys.encryption, contentCiphertext ?? Buffer.of(), location)
    const values = JSON.parse(content) as Record<string, string>
    return { organizationId, kind, locale, accountId, userId, values }
  })
}
