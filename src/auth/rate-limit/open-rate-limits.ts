import type { Db } from '../../db/database.ts'
import type { Logger } from '../../lib/log/logger.ts'
import { RateLimits } from './rate-limits.ts'

export type RateLimitSettings = {
  /** Maximum number of requests per minute and credential or network. Default 0, which is no limit at all. */
  rateLimitPerMinute?: number
  /** Maximum number of requests per minute of all credentials of an organization. Default four times that of one. */
  rateLimitPerOrganization?: number | undefined
}

const GROUP_FACTOR = 4

/** Opens the limits of requests. Null without a limit. @throws Error without the database */
export function openRateLimits(
  db: Db,
  { rateLimitPerMinute: credential = 0, rateLimitPerOrganization }: RateLimitSettings,
  log: Logger,
): Promise<RateLimits> | null {
  const group = rateLimitPerOrganization ?? GROUP_FACTOR * credential
  return credential > 0 ? RateLimits.open(db, { credential, group }, log) : null
}
