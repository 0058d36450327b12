import { lookupType } from '../../graphql/schema/node/lookup.ts'

export const UserBy = lookupType('User', (t) => ({
  email: t.field({ type: 'EmailAddress', description: 'E-mail address.' }),
}))
