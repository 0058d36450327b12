import type { Db } from '../db/database.ts'
import type { TeamRole } from '../db/generated/tables.ts'
import type { SsoIdentity } from './sso-token.ts'

/** Columns of a user that decide what they may do. */
export type UserRecord = { id: number; role: TeamRole | null; blocked: boolean }

/**
 * Returns the user of an SSO token in the organization that signed it, and creates or updates them as its
 * claims require.
 */
export type ProvisionUser = (db: Db, organizationId: number, identity: SsoIdentity) => Promise<UserRecord>
