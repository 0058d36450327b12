import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { unprocessable } from '../../lib/errors.ts'
import { input, list, output, text } from '../schemas.ts'
import { CUSTOMER, customer, presentCustomer } from '../shapes/customer.ts'
import { tool } from '../tool.ts'

/** Creates or changes a customer. */
export const upsertCustomer = tool({
  name: 'upsert_customer',
  title: 'Create or update a customer',
  description: 'Creates the customer with an address, or changes the given fields of the existing one.',
  family: 'customers',
  hints: ['repeatable'],
  input: input({ email: text() }, { name: text(), labels: list(text(), 'Replace all.') }),
  output: output({ customer }),
  document: graphql(
    /* GraphQL */ `
      mutation ($input: ImportCustomersInput!) {
        importCustomers(input: $input) {
          customers {
            ...customer
          }
          failures {
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
  variables: ({ email, name, labels }) => ({ input: { entries: [{ email, name, labels }] } }),
  present: ({ importCustomers: { customers, failures } }) => {
    const [stored] = customers
    const [problem] = failures[0]?.problems ?? []
    if (!stored) throw unprocessable(problem?.field?.at(-1) ?? 'email', problem?.problem ?? 'is invalid')
    return { customer: presentCustomer(stored) }
  },
})
