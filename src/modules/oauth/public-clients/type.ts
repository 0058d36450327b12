import { builder } from '../../../graphql/builder.ts'
import type { RegisteredClient } from './register-client.ts'

export const RegisteredClientRef = builder.objectRef<RegisteredClient>('RegisteredOAuthClient').implement({
  description: 'A public client that has registered itself. It has no secret.',
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'Client id, `fodyn_…`.' }),
    name: t.exposeString('name', { description: 'Name that people see.' }),
    redirectUris: t.expose('redirectUris', { type: ['URL'], description: 'Redirect URIs, each once.' }),
    issuedAt: t.expose('issuedAt', { type: 'DateTime', description: 'Time of the registration.' }),
  }),
})
