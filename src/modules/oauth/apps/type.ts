import { isAdmin } from '../../../auth/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../../graphql/schema/node/node.ts'
import { connectionType } from '../../../graphql/schema/page.ts'
import { UserRef } from '../../users/type.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { ActorModeRef, OAuthAppKindRef, ScopeRef } from '../enums.ts'
import { oauthLoaders } from '../loaders.ts'
import type { AppMetadata } from './check-app-metadata.ts'
import type { AppRow } from './find-app.ts'
import { userLoaders } from '../../users/loaders.ts'

export const OAuthAppRef = builder.objectRef<AppRow>('OAuthApp').implement({
  description: 'An OAuth app as its owner sees it. Its secrets cannot be read.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('OAuthApp')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    kind: t.expose('kind', {
      type: OAuthAppKindRef,
      description: 'Kind of the app. A public client is one in each organization that has consented to it.',
    }),
    clientId: t.exposeString('clientId', {
      description: 'OAuth client identifier: `foapp_…`, or that of a public client.',
    }),
    name: t.exposeString('name', { description: 'Name that people see on the consent page.' }),
    redirectUris: t.expose('redirectUris', {
      type: ['URL'],
      description: 'Redirect URIs, compared character by character.',
    }),
    allowedActorModes: t.field({
      type: [ActorModeRef],
      description: 'Actor modes that installs may use.',
      resolve: (app) => app.allowedActorModes as AppMetadata['allowedActorModes'],
    }),
    declaredScopes: t.field({
      type: [ScopeRef],
      description: 'Scopes that limit its tokens. Removing a scope applies to existing tokens immediately.',
      resolve: (app) => app.declaredScopes as AppMetadata['declaredScopes'],
    }),
    webhookUrl: t.expose('webhookUrl', {
      type: 'URL',
      nullable: true,
      description: 'URL for the events of its installs. Null without a webhook.',
    }),
    subscribedWebhookEvents: t.field({
      type: [EventTypeRef],
      description: 'Events it subscribes to. An install may grant fewer of them.',
      resolve: (app) => app.subscribedWebhookEvents as AppMetadata['subscribedWebhookEvents'],
    }),
    previousWebhookSecretUntil: t.expose('previousWebhookSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time until which deliveries are also signed with the previous webhook secret. Null while there is none.',
    }),
    suspendedAt: t.expose('suspendedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of suspension. Null while it is active.',
    }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Person who registered it, or first consented to a public client. Null if no person did.',
      resolve: (app, _args, context) => userLoaders(context).byId.find(app.createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of registration.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

/** Only admins see the apps. */
nodeFinder('OAuthApp', async (context, id) =>
  isAdmin(context.caller) ? oauthLoaders(context).appById.find(id) : null,
)

export const OAuthAppConnectionRef = connectionType('OAuthApp', OAuthAppRef)
