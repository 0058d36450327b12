import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { purgeImports } from '../../modules/customers/imports/purge-imports.ts'
import { purgeInvitations } from '../../modules/invitations/purge-invitations.ts'
import { purgeMails } from '../../modules/mail/purge-mails.ts'
import { purgeNotifications } from '../../modules/notifications/purge-notifications.ts'
import { purgeToolCalls } from '../../modules/oauth/installs/tool-calls.ts'
import { purgeExpired } from '../../modules/oauth/tokens/purge-expired.ts'
import { purgeSessions } from '../../modules/sessions/purge-sessions.ts'
import { purgeSignInRequests } from '../../modules/sign-in/purge-sign-in-requests.ts'
import { purgePasswordResets } from '../../modules/users/passwords/purge-password-resets.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'

const INTERVAL_MS = 30_000
const BATCH = 500
/** Imports have up to 2000 errors each. */
const IMPORTS_BATCH = 20

type Options = { db: Db; log: Logger }

/** Starts deleting expired rows in small batches. Safe to run in several processes. */
export function startExpiredRowPurge(options: Options): Job {
  return repeat({
    name: 'deleting expired rows',
    everyMs: INTERVAL_MS,
    log: options.log,
    work: () => purgeExpiredRows(options),
  })
}

/** Deletes one batch of each kind of expired row. Returns whether a batch was full, so that more rows can be left. */
export async function purgeExpiredRows({ db, log }: Options): Promise<boolean> {
  const deleted = {
    ...(await purgeExpired(db, BATCH)),
    sessions: await purgeSessions(db, BATCH),
    mails: await purgeMails(db, BATCH),
    notifications: await purgeNotifications(db, BATCH),
    invitations: await purgeInvitations(db, BATCH),
    passwordResets: await purgePasswordResets(db, BATCH),
    signIns: await purgeSignInRequests(db, BATCH),
    toolCalls: await purgeToolCalls(db, BATCH),
    imports: await purgeImports(db, IMPORTS_BATCH),
  }
  if (Object.values(deleted).some((rows) => rows > 0))
    log.debug(
      deleted,
      'expired codes, tokens, sessions, mails, notifications, invitations, requests to sign in, calls of tools and imports deleted',
    )
  const { imports, ...others } = deleted
  return imports >= IMPORTS_BATCH || Object.values(others).some((rows) => rows >= BATCH)
}
