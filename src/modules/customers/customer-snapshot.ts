import type { User } from '../../db/rows.ts'

/** Columns of a customer that its events contain. */
const COLUMNS = [
  'organizationId',
  'id',
  'name',
  'email',
  'avatarUrl',
  'blocked',
  'starred',
  'labels',
  'customFields',
  'customerSince',
  'createdAt',
] as const satisfies (keyof User)[]

/** A customer as its events contain it. */
export type CustomerSnapshot = Pick<User, (typeof COLUMNS)[number]>

/** Returns a customer as its events contain it: from its row, or from the snapshot of an event (contract 6). */
export function toCustomerSnapshot(snapshot: object): CustomerSnapshot {
  const row = snapshot as CustomerSnapshot
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, row[name]])) as CustomerSnapshot
  return {
    ...columns,
    customerSince: row.customerSince && new Date(row.customerSince),
    createdAt: new Date(row.createdAt),
  }
}
