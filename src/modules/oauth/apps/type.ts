import { builder } from '../../../graphql/builder.ts'
import { connectionType } from '../../../graphql/schema/page.ts'
import { UserRef } from '../../users/type.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'
import type { AppMetadata } from './check-app-metadata.ts'
import type { AppRow } from './find-app.ts'
import { userLoaders } from '../../users/loaders.ts'

export const OAuthAppRef = builder.objectRef<AppRow>('OAuthApp').implement({
  description: 'An OAuth app as its owner sees it. Its secrets cannot be read.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    clientId: t.exposeString('clientId', { description: 'OAuth client identifier, `foapp_…`.' }),
    name: t.exposeString('name', { description: 'Name that people see on the consent page.' }),
    redirectUris: t.exposeStringList('redirectUris', {
      description: 'Redirect URIs, compared character by character.',
    }),
    allowedActorModes: t.field({
      type: [ActorModeRef],
      description: 'Actor modes that installs may use.',
      resolve: (app) => app.allowedActorModes as AppMetadata['allowedActorModes'],
    }),
    declaredScopes: t.exposeStringList('declaredScopes', {
      description: 'Scopes that limit its tokens. Removing a scope applies to existing tokens immediately.',
    }),
    webhookUrl: t.exposeString('webhookUrl', {
      nullable: true,
      description: 'URL for the events of its installs.',
    }),
    subscribedWebhookEvents: t.field({
      type: [EventNameRef],
      description: 'Events it subscribes to. An install may grant fewer of them.',
      resolve: (app) => app.subscribedWebhookEvents as AppMetadata['subscribedWebhookEvents'],
    }),
    previousWebhookSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time until which deliveries are also signed with the previous webhook secret.',
      resolve: (app) => app.previousWebhookSecretUntil,
    }),
    suspendedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of suspension. Null while it is active.',
      resolve: (app) => app.suspendedAt,
    }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Person who registered it.',
      resolve: (app, _args, context) => userLoaders(context).byId.find(app.createdById),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of registration.',
      resolve: (app) => app.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change.',
      resolve: (app) => app.updatedAt,
    }),
  }),
})

export const OAuthAppConnectionRef = connectionType('OAuthApp', OAuthAppRef)
