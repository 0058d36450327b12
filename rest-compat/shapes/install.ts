import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from './lower-case.ts'
import { presentPublicOrganization, PUBLIC_ORGANIZATION } from './public-organization.ts'
import { scopeNames } from './scope.ts'
import { isoTimestamp } from '../../src/lib/graphql-client/timestamp.ts'
import { presentAppEvents } from './webhook.ts'

/** GraphQL fields of an install for its documented JSON. */
export const INSTALL = graphql(
  /* GraphQL */ `
    fragment install on Install {
      databaseId
      app {
        clientId
        name
        owner {
          ...publicOrganization
        }
      }
      actorMode
      user {
        databaseId
        name
      }
      installedBy {
        databaseId
        name
      }
      scopes
      webhookEvents
      webhook {
        databaseId
        url
        events
      }
      createdAt
      updatedAt
    }
  `,
  [PUBLIC_ORGANIZATION],
)

/** Converts an install to its documented JSON. */
export function presentInstall(install: ResultOf<typeof INSTALL>): components['schemas']['Install'] {
  const { app, webhook } = install
  const person = ({ databaseId, name }: ResultOf<typeof INSTALL>['user']) => ({ id: databaseId, name })
  return {
    id: install.databaseId,
    app: {
      client_id: app.clientId,
      name: app.name,
      owner_organization: presentPublicOrganization(app.owner),
    },
    actor: lowerCase(install.actorMode),
    user: person(install.user),
    installed_by: person(install.installedBy),
    scopes: scopeNames(install.scopes),
    webhook_events: presentAppEvents(install.webhookEvents),
    webhook: webhook && {
      id: webhook.databaseId,
      url: webhook.url,
      events: presentAppEvents(webhook.events),
    },
    created_at: isoTimestamp(install.createdAt),
    updated_at: isoTimestamp(install.updatedAt),
  }
}
