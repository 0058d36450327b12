import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { CUSTOMER, presentCustomer } from '../shapes/customer.ts'
import { pageVariables } from '../shapes/list.ts'

/** GET /api/v3/customers. */
export const listCustomers = endpoint({
  operation: 'listCustomers',
  document: graphql(
    /* GraphQL */ `
      query ($q: String, $label: String, $first: Int, $page: Int) {
        customers(q: $q, label: $label, first: $first, page: $page) {
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
  variables: ({ q, label, ...page }) => ({ ...pageVariables(page), q, label }),
  present: ({ customers }) => ({ success: true, customers: customers.nodes.map(presentCustomer) }),
  hasNext: ({ customers }) => customers.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
