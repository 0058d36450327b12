import { newApiKey } from '../../auth/api-key.ts'
import { quotaReached } from '../../auth/quotas.ts'
import type { Transaction } from '../../db/database.ts'
import { AppError } from '../../lib/errors.ts'
import { now } from '../../lib/time/clock.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { lockOrganization } from './lock-organization.ts'

type NewApiKey = {
  /** Person for whom the key acts. */
  creatorId: number
  name?: string | null | undefined
  /** Admin who creates it. By default the operator, who is not a person of the organization. */
  actorId?: number | null
  /** Maximum number of keys of the organization that are not revoked. Default no limit. */
  quota?: number
}

/**
 * Creates an API key that acts for `creatorId`. Returns the key itself, of which only the hash is stored.
 * @throws AppError UNPROCESSABLE at the quota
 */
export async function createApiKey(tx: Transaction, organizationId: number, input: NewApiKey) {
  const { key, keyHash, lastFour } = newApiKey(organizationId)
  const { creatorId, actorId = null, quota } = input
  if (quota !== undefined) await assertRoom(tx, organizationId, quota)
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

async function assertRoom(tx: Transaction, organizationId: number, most: number): Promise<void> {
  await lockOrganization(tx, organizationId)
  const { count } = await tx
    .selectFrom('apiKeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) throw new AppError('UNPROCESSABLE', quotaReached(most, 'API keys'))
}
