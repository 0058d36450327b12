import type { Scope } from '../../../auth/scopes.ts'
import type { ActorMode } from '../../../db/generated/tables.ts'
import type { EventType } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { ActorModeRef, OAuthAppKindRef } from '../enums.ts'
import { organizationById } from '../../organizations/find-organization.ts'
import { OrganizationSummaryRef } from '../organization-summary-type.ts'
import { OAuthScopeRef } from '../scope-type.ts'
import type { CheckedRequest } from './check-authorization-request.ts'
import type { listConsentOrganizations } from './list-consent-organizations.ts'

export const ConsentAppRef = builder.objectRef<CheckedRequest['app']>('ConsentApp').implement({
  description: 'Public details of an app that asks for consent.',
  fields: (t) => ({
    kind: t.expose('kind', { type: OAuthAppKindRef, description: 'Kind of the app.' }),
    clientId: t.exposeString('clientId', { description: 'Client id of the app.' }),
    name: t.exposeString('name', { description: 'Name of the app.' }),
    owner: t.field({
      type: OrganizationSummaryRef,
      nullable: true,
      description: 'Organization that registered the app. Null for a public client.',
      resolve: ({ organizationId }, _args, { db }) =>
        organizationId === null ? null : organizationById(db, organizationId),
    }),
    webhookUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL that receives its events. Null without a webhook, and before sign-in.',
      resolve: ({ webhookUrl }, _args, { caller }) => (caller.authenticated ? webhookUrl : null),
    }),
    subscribedWebhookEvents: t.field({
      type: [EventTypeRef],
      description: 'Events it subscribes to.',
      resolve: (app) => app.subscribedWebhookEvents as EventType[],
    }),
  }),
})

type ConsentOrganization = Awaited<ReturnType<typeof listConsentOrganizations>>[number]

const ConsentOrganizationRef = builder.objectRef<ConsentOrganization>('ConsentOrganization').implement({
  description: 'An organization that the caller may install an app into.',
  fields: (t) => ({
    organization: t.field({
      type: OrganizationSummaryRef,
      description: 'The organization.',
      resolve: (organization) => organization,
    }),
    installed: t.exposeBoolean('installed', { description: 'Whether the app is already installed there.' }),
    grantedScopes: t.field({
      type: [OAuthScopeRef],
      nullable: true,
      description: 'Scopes of the install that a consent would update. Null if it would create one.',
      resolve: ({ grantedScopes }) => grantedScopes as Scope[] | null,
    }),
    grantableScopes: t.field({
      type: [OAuthScopeRef],
      description: 'Scopes that the caller can grant to the app there.',
      resolve: ({ grantableScopes }) => grantableScopes as Scope[],
    }),
  }),
})

export const ConsentRequestRef = builder
  .objectRef<CheckedRequest & { organizations: ConsentOrganization[]; state: string | null }>(
    'ConsentRequest',
  )
  .implement({
    description: 'An authorization request of an app.',
    fields: (t) => ({
      app: t.expose('app', { type: ConsentAppRef, description: 'App that asks for consent.' }),
      redirectUri: t.expose('redirectUri', { type: 'URL', description: 'Redirect URI after consent.' }),
      actorMode: t.expose('actor', { type: ActorModeRef, description: 'Actor mode that the app requests.' }),
      allowedActorModes: t.field({
        type: [ActorModeRef],
        description: 'Actor modes that the app allows.',
        resolve: ({ app }) => app.allowedActorModes as ActorMode[],
      }),
      requestedScopes: t.field({
        type: [OAuthScopeRef],
        description: 'Scopes that the app requests.',
        resolve: ({ scopes }) => scopes as Scope[],
      }),
      organizations: t.expose('organizations', {
        type: [ConsentOrganizationRef],
        description: 'Organizations into which the caller can install the app, sorted by name.',
      }),
      state: t.exposeString('state', {
        nullable: true,
        description: 'Opaque value that is returned on the redirect. Null if the request has none.',
      }),
    }),
  })
