import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { countRevision } from '../../../db/history/revisions.ts'
import { lockedRow } from '../../../db/sharding/locked-row.ts'
import { databaseNow, timeOfUpdate } from '../../../db/time.ts'
import { auditSubject, recordAuditEntries } from '../../audit/record-audit-entry.ts'
import { revokeInstalls } from '../../oauth/installs/revoke-installs.ts'
import { closedSlug, isClosed } from './closed-slug.ts'

/**
 * Closes an organization that is going to be deleted: from the commit on, no session begins, no credential and no
 * address leads to it, and no webhook, mail, import or export of it begins. Apps lose their installs, which is in the
 * audit trail of their owners. Repeatable.
 */
export async function closeOrganization(tx: Transaction, organizationId: number): Promise<void> {
  const query = tx
    .selectFrom('organizations')
    .select(['id', 'slug', 'ssoKeyRotatedAt', databaseNow.as('at')])
    .where('id', '=', organizationId)
  const open = await lockedRow(tx, 'organizations', query, { mode: 'delete' })
  if (!open || isClosed(open.slug)) return
  const { slug, ssoKeyRotatedAt, at } = open
  await tx
    .updateTable('organizations')
    .set({
      slug: closedSlug(organizationId, slug),
      ...{ portalUrl: null, portalHost: null, visibility: 'members', signUp: 'known' },
      ...{ anonymousVotes: false, anonymousPosts: false, ssoForTeam: false },
      agentAccess: 'off',
      // Ends all sessions that act in this organization only.
      ssoKeyRotatedAt: timeOfUpdate({ updatedAt: ssoKeyRotatedAt }, at),
    })
    .where('id', '=', organizationId)
    .execute()
  await countRevision(tx, organizationId)
  await endInstalls(tx, organizationId)
  await endCredentials(tx, organizationId)
  await endWork(tx, organizationId)
}

async function endInstalls(tx: Transaction, organizationId: number): Promise<void> {
  const installs = await tx
    .selectFrom('oauthInstalls')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .execute()
  const installIds = installs.map(({ id }) => id)
  const ended = await revokeInstalls(tx, { organizationId, installIds })
  await recordAuditEntries(
    tx,
    ended
      .filter(({ appOrganizationId }) => appOrganizationId !== organizationId)
      .map(({ appOrganizationId, clientId, id }) => ({
        organizationId: appOrganizationId,
        act: 'install.revoked' as const,
        clientId,
        subject: auditSubject('Install', id),
        details: { targetOrganizationId: organizationId },
      })),
  )
}

async function endCredentials(tx: Transaction, organizationId: number): Promise<void> {
  for (const table of ['apiKeys', 'invitations', 'signInRequests', 'signInProviders'] as const)
    await tx.deleteFrom(table).where('organizationId', '=', organizationId).execute()
  await sql`update users set accepted_at = null where organization_id = ${organizationId} and accepted_at is not null`.execute(
    tx,
  )
}

async function endWork(tx: Transaction, organizationId: number): Promise<void> {
  const own = sql`where organization_id = ${organizationId}`
  // Their queues follow them.
  await sql`delete from webhooks ${own}`.execute(tx)
  await sql`delete from mails ${own} and state in ('queued', 'sending')`.execute(tx)
  await sql`update import_runs set state = 'failed', owner = null ${own} and state not in ('done', 'undone')`.execute(
    tx,
  )
  await sql`update export_runs set state = 'failed', owner = null, finished_at = ${databaseNow} ${own}
    and state in ('waiting', 'running')`.execute(tx)
}
