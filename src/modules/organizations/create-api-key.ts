import { newApiKey } from '../../auth/api-key.ts'
import type { Db } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { optionalText } from '../../lib/fields.ts'

/** Creates an API key that acts for `creatorId`. Returns the key itself, of which only the hash is stored. */
export async function createApiKey(
  db: Db,
  organizationId: number,
  input: { creatorId: number; name?: string | null | undefined },
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
