import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { OAUTH_ERROR } from '../error-type.ts'
import { oauthError } from '../errors.ts'
import { registerClient } from './register-client.ts'
import { RegisteredClientRef } from './type.ts'

mutation('registerOAuthClient', {
  access: { require: 'anyone' },
  description:
    'Registers a public client (RFC 7591), such as an agent. Nothing is stored: its client id contains the metadata, sealed under the key of the server, and is valid for a year.',
  input: (t) => ({
    name: t.string({
      description: 'Name that people see, at most 255 characters. Default `Unnamed client`.',
    }),
    redirectUris: t.field({
      type: ['URL'],
      required: true,
      description:
        '1 to 20 redirect URIs: https, or for a native application also http to a loopback host and private schemes.',
    }),
    applicationType: t.string({
      description: '`web`, whose redirect URIs are https, or `native`, the default.',
    }),
  }),
  payload: { client: { type: RegisteredClientRef, description: 'The client.' } },
  refusal: OAUTH_ERROR,
  resolve: async (input, { db, keys, dynamicRegistration, visitorThrottle, address }) => {
    if (!dynamicRegistration) throw oauthError('access_denied', 'Clients cannot register themselves here')
    await visitorThrottle.count('clients', { organizationId: 0, address })
    return { client: await registerClient({ db, encryption: keys.encryption }, input) }
  },
})
