import type { components } from '../../openapi/types.ts'
import { isoTimestamp, type Timestamp } from './timestamp.ts'

/** What a customer's documented JSON is made of. */
export const CUSTOMER = /* GraphQL */ `
  fragment customer on Customer {
    id
    name
    email
    blocked
    postsCount
    votesCount
    commentsCount
    memberSince
    createdAt
    starred
    labels
    customFields
    avatarUrl
  }
`

export type CustomerData = {
  id: string
  name: string
  email: string | null
  blocked: boolean
  postsCount: number
  votesCount: number
  commentsCount: number
  memberSince: string
  createdAt: Timestamp
  starred: boolean
  labels: string[]
  customFields: Record<string, unknown>
  avatarUrl: string | null
}

/** A customer as the specification's 2.5 documents it, with the e-mail besides. */
export function presentCustomer(customer: CustomerData): components['schemas']['customer'] {
  return {
    id: Number(customer.id),
    name: customer.name,
    email: customer.email,
    blocked: customer.blocked,
    post_count: customer.postsCount,
    votes_count: customer.votesCount,
    comments_count: customer.commentsCount,
    member_since: customer.memberSince,
    created_at: isoTimestamp(customer.createdAt),
    starred: customer.starred,
    labels: customer.labels,
    custom_fields: customer.customFields,
    profile_picture: customer.avatarUrl === null ? null : { url: customer.avatarUrl },
  }
}

/** What a request says of a customer besides the e-mail. */
export type CustomerInput = {
  name?: string | null
  profile_picture_url?: string | null
  profile_picture?: string | null
  labels?: string[]
  starred?: boolean
  blocked?: boolean
  custom_fields?: Record<string, unknown>
}

/** The same under its GraphQL names; `profile_picture` is another name of `profile_picture_url`. */
export function customerVariables(input: CustomerInput): Record<string, unknown> {
  return {
    name: input.name,
    avatarUrl: input.profile_picture_url === undefined ? input.profile_picture : input.profile_picture_url,
    labels: input.labels,
    starred: input.starred,
    blocked: input.blocked,
    customFields: input.custom_fields,
  }
}

/** REST names of GraphQL input fields, where they are not the same in snake case. */
export const CUSTOMER_FIELDS = { avatarUrl: 'profile_picture_url' }
