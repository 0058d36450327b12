import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../graphql.ts'
import { isoTimestamp } from './timestamp.ts'

/** GraphQL fields of an install for its documented JSON. */
export const INSTALL = graphql(/* GraphQL */ `
  fragment install on Install {
    id
    app {
      clientId
      name
      owner {
        id
        slug
        name
      }
    }
    actor
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
      id
      url
      events
    }
    createdAt
    updatedAt
  }
`)

/** Converts an install to its documented JSON. */
export function presentInstall(install: ResultOf<typeof INSTALL>): components['schemas']['install'] {
  const { app, webhook } = install
  const { slug, ...owner } = app.owner
  const person = ({ databaseId, name }: ResultOf<typeof INSTALL>['user']) => ({ id: databaseId, name })
  return {
    id: Number(install.id),
    app: {
      client_id: app.clientId,
      name: app.name,
      owner_organization: { id: Number(owner.id), name: owner.name, subdomain: slug },
    },
    actor: install.actor,
    user: person(install.user),
    installed_by: person(install.installedBy),
    scopes: install.scopes,
    webhook_events: install.webhookEvents,
    webhook: webhook && { ...webhook, id: Number(webhook.id) },
    created_at: isoTimestamp(install.createdAt),
    updated_at: isoTimestamp(install.updatedAt),
  }
}
