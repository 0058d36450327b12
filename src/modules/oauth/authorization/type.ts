import { SCOPES, type Scope } from '../../../auth/scopes.ts'
import type { ActorMode } from '../../../db/generated/tables.ts'
import type { EventName } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import { OrganizationRef } from '../../organizations/type.ts'
import type { AppRow } from '../apps/find-app.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'
import type { CheckedRequest } from './check-authorization-request.ts'
import type { listConsentOrganizations } from './list-consent-organizations.ts'

const ConsentAppRef = builder.objectRef<AppRow>('ConsentApp').implement({
  description: 'An app that asks for consent, as anybody may see it.',
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'Its client id.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    ownerOrganization: t.field({
      type: OrganizationRef,
      description: 'Who made it.',
      resolve: ({ organizationId }, _args, { prisma }) =>
        prisma.organization.findUniqueOrThrow({ where: { id: organizationId } }),
    }),
    webhookUrl: t.exposeString('webhookUrl', { nullable: true, description: 'Where it is told of events.' }),
    subscribedWebhookEvents: t.field({
      type: [EventNameRef],
      description: 'The events that it wants to be told of.',
      resolve: (app) => app.subscribedWebhookEvents as EventName[],
    }),
  }),
})

const RequestedScopeRef = builder.objectRef<Scope>('RequestedScope').implement({
  description: 'Something that an app wants to be allowed.',
  fields: (t) => ({
    name: t.string({ description: 'Such as `posts:read`.', resolve: (scope) => scope }),
    description: t.string({
      description: 'What it allows, in a few words.',
      resolve: (scope) => SCOPES[scope],
    }),
  }),
})

type ConsentOrganization = Awaited<ReturnType<typeof listConsentOrganizations>>[number]

const ConsentOrganizationRef = builder.objectRef<ConsentOrganization>('ConsentOrganization').implement({
  description: 'An organization that the caller may install an app into.',
  fields: (t) => ({
    organization: t.field({
      type: OrganizationRef,
      description: 'The organization.',
      resolve: (organization) => organization,
    }),
    installed: t.exposeBoolean('installed', { description: 'Whether the app is installed there already.' }),
  }),
})

export const ConsentRequestRef = builder
  .objectRef<CheckedRequest & { organizations: ConsentOrganization[]; state: string | null }>(
    'ConsentRequest',
  )
  .implement({
    description: 'What an app asks an admin for.',
    fields: (t) => ({
      app: t.field({ type: ConsentAppRef, description: 'Who asks.', resolve: ({ app }) => app }),
      redirectUri: t.exposeString('redirectUri', { description: 'Where consent leads back to.' }),
      actor: t.field({
        type: ActorModeRef,
        description: 'Whom the app would act as.',
        resolve: ({ actor }) => actor,
      }),
      allowedActorModes: t.field({
        type: [ActorModeRef],
        description: 'Whom else it could have asked to act as.',
        resolve: ({ app }) => app.allowedActorModes as ActorMode[],
      }),
      requestedScopes: t.field({
        type: [RequestedScopeRef],
        description: 'What it wants to be allowed.',
        resolve: ({ scopes }) => scopes as Scope[],
      }),
      organizations: t.field({
        type: [ConsentOrganizationRef],
        description: 'Where the caller is an admin, by name: where the app can be installed.',
        resolve: ({ organizations }) => organizations,
      }),
      state: t.exposeString('state', { nullable: true, description: 'What the app sent to get back.' }),
    }),
  })
