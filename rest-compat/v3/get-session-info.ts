import { AppError } from '../../src/lib/errors.ts'
import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from '../shapes/lower-case.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { ORGANIZATION_SUMMARY } from '../shapes/organization.ts'

/** GET /api/v3/session_info. */
export const getSessionInfo = endpoint({
  operation: 'getSessionInfo',
  document: graphql(
    /* GraphQL */ `
      query {
        viewer {
          actorMode
          scopes
          user {
            databaseId
            name
            email
            avatarUrl
          }
          organization {
            ...organizationSummary
          }
        }
      }
    `,
    [ORGANIZATION_SUMMARY],
  ),
  variables: () => ({}),
  present: ({ viewer }) => {
    const { user, organization } = viewer ?? {}
    if (!viewer || !user || !organization) throw new AppError('UNAUTHORIZED', 'A user token is required')
    return {
      success: true,
      user: {
        id: user.databaseId,
        name: user.name,
        email: user.email,
        profile_picture: { url: user.avatarUrl },
      },
      actor: lowerCase(viewer.actorMode),
      scopes: viewer.scopes?.map(scopeName) ?? null,
      organization: {
        id: organization.databaseId,
        subdomain: organization.slug,
        name: organization.name,
      },
    }
  },
  headers: NO_STORE,
})

/** Returns the name of a scope in the OAuth protocol, such as `posts:read`. */
const scopeName = (scope: string) => scope.toLowerCase().replace('_', ':')
