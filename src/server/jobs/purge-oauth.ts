import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { purgeInvitations } from '../../modules/invitations/purge-invitations.ts'
import { purgeExpired } from '../../modules/oauth/tokens/purge-expired.ts'
import { purgeSessions } from '../../modules/sessions/purge-sessions.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'

const INTERVAL_MS = 30_000
const BATCH = 500

/** Starts deleting expired codes, tokens, sessions and invitations in small batches. Safe to run in several processes. */
export function startOAuthPurge(options: { db: Db; log: Logger; oauthRefreshWindow: number }): Job {
  const { db, log, oauthRefreshWindow: windowSeconds } = options
  return repeat({
    name: 'deleting expired codes, tokens, sessions and invitations',
    everyMs: INTERVAL_MS,
    log,
    async work() {
      const swept = {
        ...(await purgeExpired(db, { windowSeconds, batch: BATCH })),
        sessions: await purgeSessions(db, BATCH),
        invitations: await purgeInvitations(db, BATCH),
      }
      if (Object.values(swept).some((rows) => rows > 0))
        log.debug(swept, 'expired codes, tokens, sessions and invitations deleted')
      return Object.values(swept).some((rows) => rows >= BATCH)
    },
  })
}
