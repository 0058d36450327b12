import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../graphql.ts'
import { isoTimestamp } from './timestamp.ts'
import { presentEvents } from './webhook.ts'

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
      id
      name
    }
    installedBy {
      id
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
`)

/** Converts an install to its documented JSON. */
export function presentInstall(install: ResultOf<typeof INSTALL>): components['schemas']['install'] {
  const { app, webhook } = install
  const { slug, ...owner } = app.owner
  const person = ({ id, name }: ResultOf<typeof INSTALL>['user']) => ({ id: Number(id), name })
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
    webhook: webhook && { id: webhook.databaseId, url: webhook.url, events: presentEvents(webhook.events) },
    created_at: isoTimestamp(install.createdAt),
    updated_at: isoTimestamp(install.updatedAt),
  }
}
