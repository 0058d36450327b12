import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { purgeImports } from '../../modules/customers/imports/purge-imports.ts'
import { purgeInvitations } from '../../modules/invitations/purge-invitations.ts'
import { purgeExpired } from '../../modules/oauth/tokens/purge-expired.ts'
import { purgeSessions } from '../../modules/sessions/purge-sessions.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'

const INTERVAL_MS = 30_000
const BATCH = 500
/** Imports have up to 2000 errors each. */
const IMPORTS_BATCH = 20

/** Starts deleting expired codes, tokens, sessions, invitations and imports in small batches. Safe to run in several processes. */
export function startOAuthPurge(options: { db: Db; log: Logger; oauthRefreshWindow: number }): Job {
  const { db, log, oauthRefreshWindow: windowSeconds } = options
  return repeat({
    name: 'deleting expired codes, tokens, sessions, invitations and imports',
    everyMs: INTERVAL_MS,
    log,
    async work() {
      const swept = {
        ...(await purgeExpired(db, { windowSeconds, batch: BATCH })),
        sessions: await purgeSessions(db, BATCH),
        invitations: await purgeInvitations(db, BATCH),
        imports: await purgeImports(db, IMPORTS_BATCH),
      }
      if (Object.values(swept).some((rows) => rows > 0))
        log.debug(swept, 'expired codes, tokens, sessions, invitations and imports deleted')
      return Object.values(swept).some((rows) => rows >= BATCH)
    },
  })
}
