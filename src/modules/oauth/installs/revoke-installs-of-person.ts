import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { revokeInstalls } from './revoke-installs.ts'

/**
 * Ends what acts as a person who leaves the team, their `self` installs (contract chapter 5); whoever comes back
 * consents again. `actorId` is who took them out. A constant number of statements, however many installs there are.
 */
export async function revokeInstallsOfPerson(
  tx: Transaction,
  organizationId: number,
  personId: number,
  actorId: number | null,
): Promise<void> {
  const ended = await revokeInstalls(tx, { organizationId, personId })
  if (ended.length === 0) return
  const rows = ended.map(({ id, appOrganizationId, clientId }) => ({
    install_id: id,
    owner_id: appOrganizationId,
    client_id: clientId,
  }))
  // For the organization, and for the owner of each app, who reads which organization it was and not which of its people.
  await sql`with ended as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (install_id int, owner_id int, client_id text))
    insert into audit_entries (organization_id, act, actor_id, client_id, details, created_at)
    select ${organizationId}, 'install.revoked', ${actorId}::int, client_id, jsonb_build_object('installId', install_id), ${databaseNow}
    from ended
    union all
    select owner_id, 'install.revoked', null, client_id,
      jsonb_build_object('installId', install_id, 'targetOrganizationId', ${organizationId}::int), ${databaseNow}
    from ended where owner_id <> ${organizationId}`.execute(tx)
}
