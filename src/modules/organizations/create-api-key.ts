import { newApiKey } from '../../auth/api-key.ts'
import type { Db } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { optionalText } from '../../lib/fields.ts'

/**
 * Makes an API key that acts for `creatorId`. The key itself is in the answer and nowhere else: only its hash is stored.
 */
export async function createApiKey(
  db: Db,
  organizationId: number,
  input: { creatorId: number; name?: string | null },
) {
  const { key, keyHash, lastFour } = newApiKey()
  const name = optionalText('name', input.name) ?? ''
  const row = await db
    .insertInto('apiKeys')
    .values({ organizationId, creatorId: input.creatorId, name, keyHash, lastFour, createdAt: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { key, row }
}
