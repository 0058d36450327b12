import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { now } from '../../src/lib/time/clock.ts'
import { durationInWords } from '../../src/lib/time/duration-in-words.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { isoTimestamp } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of a customer for its documented JSON. */
export const CUSTOMER = graphql(/* GraphQL */ `
  fragment customer on Customer {
    databaseId
    name
    email
    blocked
    postsCount
    votesCount
    commentsCount
    createdAt
    starred
    labels
    customFields
    avatarUrl
  }
`)

/** Converts a customer to its documented JSON (contract 3), including the e-mail address. */
export function presentCustomer(customer: ResultOf<typeof CUSTOMER>): components['schemas']['Customer'] {
  return {
    id: customer.databaseId,
    name: customer.name,
    email: customer.email,
    blocked: customer.blocked,
    post_count: customer.postsCount,
    votes_count: customer.votesCount,
    comments_count: customer.commentsCount,
    member_since: durationInWords(new Date(customer.createdAt), now()),
    created_at: isoTimestamp(customer.createdAt),
    starred: customer.starred,
    labels: customer.labels,
    custom_fields: customer.customFields,
    profile_picture: customer.avatarUrl === null ? null : { url: customer.avatarUrl },
  }
}

/** Fields of a customer in a request, except the e-mail address. */
type CustomerInput = {
  name?: string | null
  profile_picture_url?: string | null
  profile_picture?: string | null
  labels?: string[]
  starred?: boolean
  blocked?: boolean
  custom_fields?: Record<string, unknown>
}

/**
 * Converts the fields of a request to GraphQL names. `profile_picture` is an alias of `profile_picture_url`.
 */
export function customerVariables(input: CustomerInput) {
  return {
    name: input.name,
    avatarUrl: input.profile_picture_url === undefined ? input.profile_picture : input.profile_picture_url,
    labels: input.labels,
    starred: input.starred,
    blocked: input.blocked,
    customFields: input.custom_fields,
  }
}

/** REST names of GraphQL input fields that are not the snake case of the GraphQL name. */
export const CUSTOMER_FIELDS = { avatarUrl: 'profile_picture_url' }

/** Aliases of parameters. */
export const CUSTOMER_ALIASES = { profile_picture_url: 'profile_picture' }
