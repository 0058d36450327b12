import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { purgeExpired } from '../../modules/oauth/tokens/purge-expired.ts'
import { repeat, type Job } from './repeat.ts'

const INTERVAL_MS = 30_000
const BATCH = 500

/** Keeps removing expired codes and dead tokens, in small batches. Any number of processes may do so side by side. */
export function startOAuthPurge(options: { db: Db; log: Logger; oauthRefreshWindow: number }): Job {
  const { db, log, oauthRefreshWindow: windowSeconds } = options
  return repeat({
    name: 'sweeping expired codes and tokens',
    everyMs: INTERVAL_MS,
    log,
    async work() {
      const swept = await purgeExpired(db, { windowSeconds, batch: BATCH })
      if (Object.values(swept).some((rows) => rows > 0)) log.debug(swept, 'expired codes and tokens swept')
      return Object.values(swept).some((rows) => rows >= BATCH)
    },
  })
}
