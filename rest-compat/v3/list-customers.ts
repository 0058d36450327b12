import { endpoint } from '../endpoint.ts'
import { CUSTOMER, presentCustomer, type CustomerData } from '../shapes/customer.ts'
import { pageVariables, type PageData } from '../shapes/list.ts'

/** GET /api/v3/customers. */
export const listCustomers = endpoint<'listCustomers', { customers: PageData<CustomerData> }>({
  operation: 'listCustomers',
  document: /* GraphQL */ `
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
    ${CUSTOMER}
  `,
  variables: ({ q, label, ...page }) => ({ ...pageVariables(page), q, label }),
  present: ({ customers }) => ({ success: true, customers: customers.nodes.map(presentCustomer) }),
  hasNext: ({ customers }) => customers.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
