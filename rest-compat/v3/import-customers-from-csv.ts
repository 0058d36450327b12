import { uploadEndpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'

/** POST /api/v3/customers/import, with a CSV file. */
export const importCustomersFromCsv = uploadEndpoint({
  operation: 'importCustomers',
  file: 'csv_file',
  maxMegabytes: 5,
  document: graphql(
    /* GraphQL */ `
      mutation ($csv: String!) {
        importCustomersFromCsv(input: { csv: $csv }) {
          customerImport {
            databaseId
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ csv_file: csv }) => ({ csv }),
  present: ({ importCustomersFromCsv: { customerImport } }) => ({
    message: 'The import has been accepted',
    status: 202,
    success: true,
    import_id: customerImport.databaseId,
  }),
  fields: { csv: 'csv_file' },
})
