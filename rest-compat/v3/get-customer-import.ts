import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import {
  CUSTOMER_IMPORT,
  CUSTOMER_IMPORT_ERROR,
  presentImport,
  presentImportError,
} from '../shapes/customer-import.ts'
import { pageVariables } from '../shapes/list.ts'

/** GET /api/v3/customers/import/:id. */
export const getCustomerImport = endpoint({
  operation: 'getCustomerImport',
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!, $first: Int, $offset: Int) {
        customerImport(by: { databaseId: $id }) {
          ...customerImport
          failedRows(first: $first, offset: $offset) {
            nodes {
              ...customerImportError
            }
            pageInfo {
              hasNextPage
            }
          }
        }
      }
    `,
    [CUSTOMER_IMPORT, CUSTOMER_IMPORT_ERROR],
  ),
  variables: (input) => ({ ...pageVariables(input), id: databaseId(input.id) }),
  object: 'Import',
  present: ({ customerImport }) => ({
    success: true,
    import: presentImport(customerImport),
    errors: customerImport.failedRows.nodes.map(presentImportError),
  }),
  hasNext: ({ customerImport }) => customerImport.failedRows.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
