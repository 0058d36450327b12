import type { Transaction } from '../../db/database.ts'
import type { ActorMode, TeamRole } from '../../db/generated/tables.ts'
import { databaseNow } from '../../db/time.ts'
import type { AuditAction } from './actions.ts'
import type { AuditChange } from './audit-changes.ts'

/** Types of the objects of actions. */
export const AUDIT_SUBJECTS = [
  'ApiKey',
  'ExportRun',
  'Install',
  'Invitation',
  'OAuthApp',
  'Organization',
  'Session',
  'SignInProvider',
  'User',
  'Webhook',
] as const

/** Object of an action, by its type and database id. */
export type AuditSubject = { type: (typeof AUDIT_SUBJECTS)[number]; id: number }

/** Returns the object of an action. */
export const auditSubject = (type: AuditSubject['type'], id: number): AuditSubject => ({ type, id })

/** Details of actions. Each action has some of them. They never contain secrets. */
export type AuditDetails = {
  /** Name of the subject at the time of the action. */
  name?: string
  changes?: AuditChange[]
  /** Role of a person who was invited, joined or left the team. */
  role?: TeamRole
  /** Install of a webhook. */
  installId?: number
  /** Organization of the action, in the entry of the app's owner. */
  targetOrganizationId?: number
  /** Present if an install was revoked because its app was suspended or deleted. */
  by?: 'app'
  /** Number of revoked installs. */
  installs?: number
  actor?: ActorMode
  scopes?: readonly string[]
  webhookEvents?: readonly string[]
  /** Reason for which a webhook was disabled. */
  reason?: string
  deliverHeld?: boolean
  /** Id of an import. */
  run?: number
  /** Numbers of records of an import by kind and outcome. */
  counts?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** An audit entry of one organization. */
export type AuditEntryInput = {
  organizationId: number
  act: AuditAction
  /** User of this organization who acted. Null if the other organization, the operator or the service acted. */
  actorId?: number | null
  /** Client id of the app concerned. */
  clientId?: string | null
  subject?: AuditSubject | null
  details?: AuditDetails
}

/**
 * Writes an audit entry in the transaction of the action, so that neither is stored without the other. An
 * action between two organizations is recorded once for each.
 */
export function recordAuditEntry(tx: Transaction, entry: AuditEntryInput): Promise<void> {
  return recordAuditEntries(tx, [entry])
}

/** Writes several audit entries with one statement. */
export async function recordAuditEntries(
  tx: Transaction,
  entries: readonly AuditEntryInput[],
): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('auditEntries')
    .values(
      entries.map(({ organizationId, act, actorId = null, clientId = null, subject, details = {} }) => ({
        organizationId,
        act,
        actorId,
        clientId,
        subjectType: subject?.type ?? null,
        subjectId: subject?.id ?? null,
        details: JSON.stringify(details),
        createdAt: databaseNow,
      })),
    )
    .execute()
}
