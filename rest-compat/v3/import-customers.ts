import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { CUSTOMER, presentCustomer } from '../shapes/customer.ts'
import { importCustomersFromCsv } from './import-customers-from-csv.ts'
import { presentFailure, readImportEntry } from '../shapes/import-entry.ts'

/** POST /api/v3/customers/import, with JSON. */
export const importCustomers = endpoint({
  operation: 'importCustomers',
  document: graphql(
    /* GraphQL */ `
      mutation ($entries: [CustomerImportEntryInput!]!) {
        importCustomers(input: { entries: $entries }) {
          customers {
            ...customer
          }
          failures {
            index
            email
            problems {
              field
              problem
            }
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [CUSTOMER, USER_ERROR],
  ),
  variables: ({ customers }) => ({ entries: customers.map((sent) => readImportEntry(sent).entry) }),
  present: ({ importCustomers: { customers, failures } }, { customers: sent }) => ({
    customers: customers.map(presentCustomer),
    errors: failures.map((failure) => presentFailure(failure, sent[failure.index])),
  }),
  fields: { entries: 'customers' },
  upload: importCustomersFromCsv,
})
