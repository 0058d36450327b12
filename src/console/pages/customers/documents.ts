import { graphql, type ResultOf } from '../../graphql.ts'

const CUSTOMER_FIELDS = graphql(`
  fragment CustomerFields on Customer @_unmask {
    name
    email
    avatarUrl
    starred
    blocked
    labels
    postsCount
    votesCount
    commentsCount
    createdAt
  }
`)

/** A page of the customers that a filter selects. */
export const CUSTOMERS = graphql(
  `
    query Customers($filter: CustomerFilter, $orderBy: CustomerOrder, $after: String) {
      customers(first: 50, after: $after, filter: $filter, orderBy: $orderBy) {
        nodes {
          id
          ...CustomerFields
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [CUSTOMER_FIELDS],
)

/** Their number, in a query of its own: a slow count delays no rows. */
export const CUSTOMERS_COUNT = graphql(`
  query CustomersCount($filter: CustomerFilter) {
    customers(first: 1, filter: $filter) {
      totalCount
      totalCountIsExact
    }
  }
`)

export const CUSTOMER = graphql(
  `
    query Customer($id: ID!) {
      customer(by: { id: $id }) {
        id
        ...CustomerFields
        databaseId
        url
        customFields
        updatedAt
        user {
          id
          role
        }
      }
    }
  `,
  [CUSTOMER_FIELDS],
)

export const CREATE_CUSTOMER = graphql(
  `
    mutation CreateCustomer($input: CreateCustomerInput!) {
      createCustomer(input: $input) {
        customer {
          id
          ...CustomerFields
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [CUSTOMER_FIELDS],
)

export const UPDATE_CUSTOMER = graphql(
  `
    mutation UpdateCustomer($input: UpdateCustomerInput!) {
      updateCustomer(input: $input) {
        customer {
          id
          ...CustomerFields
          customFields
          updatedAt
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [CUSTOMER_FIELDS],
)

export type CustomerRow = ResultOf<typeof CUSTOMERS>['customers']['nodes'][number]
export type Customer = NonNullable<ResultOf<typeof CUSTOMER>['customer']>
