import { graphql, type ResultOf } from '../../graphql.ts'

/** Audit entries that a filter selects, newest first. */
export const AUDIT_ENTRIES = graphql(`
  query AuditEntries($filter: AuditEntryFilter, $after: String) {
    auditEntries(first: 50, after: $after, filter: $filter) {
      nodes {
        id
        action
        createdAt
        actor {
          id
          name
        }
        clientId
        subjectId
        changes {
          field
          from
          to
        }
        details {
          name
          role
          installId
          targetOrganizationId
          actorMode
          scopes
          webhookEvents
          revokedInstalls
          revokedByApp
          reason
          deliverHeld
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type AuditEntry = ResultOf<typeof AUDIT_ENTRIES>['auditEntries']['nodes'][number]
export type AuditAction = AuditEntry['action']
