import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { revokeInstalls } from './revoke-installs.ts'

/**
 * Revokes the `self` installs of a person who leaves the team (contract 5). A person who returns must consent
 * again. `actorId` is the member who removed the person. The number of statements does not depend on that of
 * the installs.
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
  // One entry for the organization, and one for the owner of each app, which names the organization but not
  // the person.
  await sql`with ended as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (install_id int, owner_id int, client_id text))
    insert into audit_entries
      (organization_id, act, actor_id, client_id, subject_type, subject_id, details, created_at)
    select ${organizationId}, 'install.revoked', ${actorId}::int, client_id, 'Install', install_id, '{}'::jsonb, ${databaseNow}
    from ended
    union all
    select owner_id, 'install.revoked', null, client_id, 'Install', install_id,
      jsonb_build_object('targetOrganizationId', ${organizationId}::int), ${databaseNow}
    from ended where owner_id <> ${organizationId}`.execute(tx)
}
