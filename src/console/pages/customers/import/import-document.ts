import { graphql } from '../../../graphql.ts'

/** Stores a batch of customers. It returns none of them: the list follows their events. */
export const IMPORT_CUSTOMERS = graphql(`
  mutation ImportCustomers($entries: [CustomerImportEntryInput!]!) {
    importCustomers(input: { entries: $entries }) {
      failures {
        index
        problems {
          field
          message
          problem
        }
      }
      errors {
        message
      }
    }
  }
`)
