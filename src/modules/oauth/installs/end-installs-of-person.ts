import type { Transaction } from '../../../db/database.ts'
import { endInstalls } from './end-installs.ts'
import { recordRevocation } from './revoke-install.ts'

/**
 * Ends what acts as a person who leaves the team, their `self` installs (contract chapter 5); whoever comes back
 * consents again. `actorId` is who took them out.
 */
export async function endInstallsOfPerson(
  tx: Transaction,
  organizationId: number,
  personId: number,
  actorId: number | null,
): Promise<void> {
  for (const install of await endInstalls(tx, { organizationId, personId }))
    await recordRevocation(tx, install, actorId)
}
