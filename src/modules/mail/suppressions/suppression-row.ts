import type { MailSuppression } from '../../../db/rows.ts'

/** A suppressed address of an organization. */
export type SuppressionRow = Omit<MailSuppression, 'emailHash' | 'importRunId'>

/** Names of the columns of its row. */
export const SUPPRESSION_COLUMNS = [
  'organizationId',
  'id',
  'email',
  'reason',
  'detail',
  'createdAt',
] as const satisfies (keyof SuppressionRow)[]
