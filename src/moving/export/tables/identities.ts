import { nodeId } from '../columns.ts'
import type { ExportTable } from '../table.ts'

/** Identities of OpenID providers, with which people sign in. The providers themselves are left out. */
export const USER_IDENTITIES: ExportTable = {
  file: 'user_identities',
  columns: {
    userId: nodeId('User', 'i.user_id'),
    issuer: 'i.issuer',
    subject: 'i.subject',
    createdAt: 'i.created_at',
  },
  from: 'user_identities i',
  owner: 'i.organization_id',
  key: ['i.user_id', 'i.issuer'],
  start: [0, ''],
}
