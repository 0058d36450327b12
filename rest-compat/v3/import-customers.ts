import type { components } from '../../openapi/types.ts'
import { restMessage } from '../../src/lib/http/error-body.ts'
import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { CUSTOMER, presentCustomer } from '../shapes/customer.ts'

type Problems = components['schemas']['import-error']['errors']

/** POST /api/v3/customers/import. */
export const importCustomers = endpoint({
  operation: 'importCustomers',
  document: graphql(
    /* GraphQL */ `
      mutation ($entries: [JSONObject!]!) {
        importCustomers(entries: $entries) {
          customers {
            ...customer
          }
          errors {
            index
            email
            message
            errors
          }
        }
      }
    `,
    [CUSTOMER],
  ),
  // An entry that is not an object becomes an empty object, so that its error has the index of the entry.
  variables: ({ customers }) => ({ entries: customers.map((entry) => (isObject(entry) ? entry : {})) }),
  present: ({ importCustomers: { customers, errors } }, { customers: sent }) => ({
    customers: customers.map(presentCustomer),
    errors: errors.map(({ index, email, message, errors: fields }) =>
      isObject(sent[index])
        ? { index, email, message: restMessage(message), errors: fields as Problems }
        : {
            index,
            email,
            message: `"customers" contains an entry that is not an object.`,
            errors: { entry: [NO_OBJECT] },
          },
    ),
  }),
  fields: { entries: 'customers' },
})

const NO_OBJECT = 'must be an object'

const isObject = (entry: unknown) => typeof entry === 'object' && entry !== null && !Array.isArray(entry)
