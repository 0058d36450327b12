import { byId, defineLoaders } from '../../graphql/loaders.ts'
import type { AuditEntryRow } from './list-audit-entries.ts'

/** Loaders of audit entries. */
export const auditLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) =>
    db
      .selectFrom('auditEntries')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .$castTo<AuditEntryRow>()
      .execute(),
  ),
}))
