import { SCOPES, type Scope } from '../../auth/scopes.ts'
import { builder } from '../../graphql/builder.ts'
import { OAuthScopeRef } from './scope-type.ts'

builder.queryFields((t) => ({
  scopes: t.field({
    type: [OAuthScopeRef],
    access: { require: 'anyone', scope: 'any' },
    description: 'All OAuth scopes.',
    resolve: () => Object.keys(SCOPES) as Scope[],
  }),
}))
