import { AppError } from '../../src/lib/errors.ts'
import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { lowerCase } from '../shapes/lower-case.ts'
import { NO_STORE } from '../shapes/no-store.ts'

/** GET /api/v3/session_info. */
export const getSessionInfo = endpoint({
  operation: 'getSessionInfo',
  document: graphql(/* GraphQL */ `
    query {
      me {
        actorMode
        scopes
        user {
          id
          name
          email
          avatarUrl
          bot
        }
        organization {
          id
          slug
          name
        }
      }
    }
  `),
  variables: () => ({}),
  present: ({ me }) => {
    const { user, organization } = me ?? {}
    if (!me || !user || !organization) throw new AppError('UNAUTHORIZED', 'A user token is required')
    return {
      success: true,
      user: {
        id: Number(user.id),
        name: user.name,
        email: user.bot ? `bot+${user.id}@${BOT_DOMAIN}` : user.email,
        profile_picture: { url: user.avatarUrl },
      },
      actor: lowerCase(me.actorMode),
      scopes: me.scopes,
      organization: { id: Number(organization.id), subdomain: organization.slug, name: organization.name },
    }
  },
  headers: NO_STORE,
})

/** Domain of the addresses of bots. It receives no mail (RFC 2606 section 2). */
const BOT_DOMAIN = 'bots.invalid'
