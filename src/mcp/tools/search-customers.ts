import { graphql } from '../../lib/graphql-client/graphql.ts'
import { input, list, output, text, textOrNull } from '../schemas.ts'
import { CUSTOMER, customer, presentCustomer } from '../shapes/customer.ts'
import { tool } from '../tool.ts'

/** Searches and lists customers. */
export const searchCustomers = tool({
  name: 'search_customers',
  title: 'Search customers',
  description: 'Lists 20 customers a page with their addresses, by name or address, and by label.',
  family: 'customers',
  hints: ['reads'],
  input: input({}, { query: text(), label: text(), cursor: text() }),
  output: output({ customers: list(customer), nextCursor: textOrNull() }),
  document: graphql(
    /* GraphQL */ `
      query ($filter: CustomerFilter, $after: String) {
        customers(filter: $filter, first: 20, after: $after) {
          nodes {
            ...customer
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    `,
    [CUSTOMER],
  ),
  variables: ({ query, label, cursor }) => ({ after: cursor, filter: { search: query || undefined, label } }),
  present: ({ customers: { nodes, pageInfo } }) => ({
    customers: nodes.map(presentCustomer),
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  }),
  fields: { search: 'query', after: 'cursor' },
})
