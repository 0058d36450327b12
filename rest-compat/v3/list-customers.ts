import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { CUSTOMER, presentCustomer } from '../shapes/customer.ts'
import { pageVariables } from '../shapes/list.ts'

/** GET /api/v3/customers. */
export const listCustomers = endpoint({
  operation: 'listCustomers',
  document: graphql(
    /* GraphQL */ `
      query ($filter: CustomerFilter, $first: Int, $offset: Int) {
        customers(filter: $filter, first: $first, offset: $offset) {
          nodes {
            ...customer
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [CUSTOMER],
  ),
  variables: ({ q, label, ...page }) => ({ ...pageVariables(page), filter: { search: q, label } }),
  present: ({ customers }) => ({ success: true, customers: customers.nodes.map(presentCustomer) }),
  hasNext: ({ customers }) => customers.pageInfo.hasNextPage,
  fields: { first: 'per_page', 'filter.search': 'q' },
})
