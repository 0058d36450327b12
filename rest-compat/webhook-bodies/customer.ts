import type { ResultOf } from 'gql.tada'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { isoTimestamp } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of the snapshot of a customer for the body of its events. */
export const EVENT_CUSTOMER = graphql(/* GraphQL */ `
  fragment eventCustomer on CustomerSnapshot {
    databaseId
    name
    email
    blocked
    createdAt
    starred
    labels
    customFields
    avatarUrl
  }
`)

/** Converts a customer to the body of its events: the fields of contract 3 without the counts. */
export function presentEventCustomer(customer: ResultOf<typeof EVENT_CUSTOMER>): object {
  return {
    id: customer.databaseId,
    object: 'customer',
    name: customer.name,
    email: customer.email,
    blocked: customer.blocked,
    created_at: isoTimestamp(customer.createdAt),
    starred: customer.starred,
    labels: customer.labels,
    custom_fields: customer.customFields,
    profile_picture: customer.avatarUrl === null ? null : { url: customer.avatarUrl },
  }
}
