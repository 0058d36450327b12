import { newApiKey } from '../../auth/api-key.ts'
import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'

type NewApiKey = {
  /** Person for whom the key acts. */
  creatorId: number
  name?: string | null | undefined
  /** Admin who creates it. By default the operator, who is not a person of the organization. */
  actorId?: number | null
}

/** Creates an API key that acts for `creatorId`. Returns the key itself, of which only the hash is stored. */
export async function createApiKey(tx: Transaction, organizationId: number, input: NewApiKey) {
  const { key, keyHash, lastFour } = newApiKey(organizationId)
  const { creatorId, actorId = null } = input
  const name = optionalText('name', input.name) ?? ''
  const row = await tx
    .insertInto('apiKeys')
    .values({ organizationId, creatorId, name, keyHash, lastFour, createdAt: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  const subject = auditSubject('ApiKey', row.id)
  await recordAuditEntry(tx, { organizationId, act: 'api_key.created', actorId, subject, details: { name } })
  return { key, row }
}
