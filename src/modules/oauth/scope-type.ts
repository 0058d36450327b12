import { SCOPES, type Scope } from '../../auth/scopes.ts'
import { builder } from '../../graphql/builder.ts'
import { ScopeRef } from './enums.ts'

export const OAuthScopeRef = builder.objectRef<Scope>('OAuthScope').implement({
  description: 'A scope that an OAuth app can request.',
  fields: (t) => ({
    scope: t.field({ type: ScopeRef, description: 'The scope.', resolve: (scope) => scope }),
    name: t.string({
      description: 'Name in the OAuth protocol, such as `posts:read`.',
      resolve: (scope) => scope,
    }),
    description: t.string({
      description: 'Short description of the scope.',
      resolve: (scope) => SCOPES[scope],
    }),
  }),
})
