import type { CustomerSnapshot } from './customer-snapshot.ts'

/**
 * Returns the fields of a customer whose changes are recorded, in the names and formats of the documented body
 * (contract 6).
 */
export function customerEventFields(customer: CustomerFacts) {
  return {
    name: customer.name,
    email: customer.email,
    profile_picture: customer.avatarUrl === null ? null : { url: customer.avatarUrl },
    labels: customer.labels,
    starred: customer.starred,
    blocked: customer.blocked,
    custom_fields: customer.customFields,
  }
}

/** Columns of a customer whose changes are recorded. */
export type CustomerFacts = Pick<
  CustomerSnapshot,
  'name' | 'email' | 'avatarUrl' | 'labels' | 'starred' | 'blocked' | 'customFields'
>
