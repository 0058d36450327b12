import type { components } from '../../openapi/types.ts'
import { isoTimestamp, type Timestamp } from './timestamp.ts'

/** GraphQL fields of an install for its documented JSON. */
export const INSTALL = /* GraphQL */ `
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
      id
      url
      events
    }
    createdAt
    updatedAt
  }
`

type EventName = components['schemas']['event-name']
type PersonData = { id: string; name: string }

export type InstallData = {
  id: string
  app: { clientId: string; name: string; owner: { id: string; slug: string; name: string } }
  actor: 'app' | 'self'
  user: PersonData
  installedBy: PersonData
  scopes: string[]
  webhookEvents: EventName[]
  webhook: { id: string; url: string; events: EventName[] } | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Converts an install to its documented JSON. */
export function presentInstall(install: InstallData): components['schemas']['install'] {
  const { app, webhook } = install
  const { slug, ...owner } = app.owner
  const person = ({ id, name }: PersonData) => ({ id: Number(id), name })
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
