import { lookupType } from '../../graphql/schema/node/lookup.ts'

export const CustomerBy = lookupType('Customer', (t) => ({
  email: t.field({ type: 'EmailAddress', description: 'E-mail address, ignoring case.' }),
}))
