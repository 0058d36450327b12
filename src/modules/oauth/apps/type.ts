import { builder } from '../../../graphql/builder.ts'
import { connectionType } from '../../../graphql/page.ts'
import { UserRef } from '../../users/type.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'
import type { AppMetadata } from './check-app-metadata.ts'
import type { AppRow } from './find-app.ts'

export const OAuthAppRef = builder.objectRef<AppRow>('OAuthApp').implement({
  description: 'An OAuth app as its owner sees it. Its secrets are not kept in a form that could be shown.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    clientId: t.exposeString('clientId', { description: 'The OAuth client identifier, `foapp_…`.' }),
    name: t.exposeString('name', { description: 'What people see when they are asked for consent.' }),
    redirectUris: t.exposeStringList('redirectUris', {
      description: 'Where consent may lead back to; compared character by character.',
    }),
    allowedActorModes: t.field({
      type: [ActorModeRef],
      description: 'Whom installs may act as.',
      resolve: (app) => app.allowedActorModes as AppMetadata['allowedActorModes'],
    }),
    declaredScopes: t.exposeStringList('declaredScopes', {
      description: 'The most that its tokens may do; narrower ones narrow existing tokens at once.',
    }),
    webhookUrl: t.exposeString('webhookUrl', {
      nullable: true,
      description: "Where its installs' events are sent.",
    }),
    subscribedWebhookEvents: t.field({
      type: [EventNameRef],
      description: 'The events that it can be told of, as far as an install grants them.',
      resolve: (app) => app.subscribedWebhookEvents as AppMetadata['subscribedWebhookEvents'],
    }),
    previousWebhookSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when deliveries are also signed with the webhook secret before the present one.',
      resolve: (app) => app.previousWebhookSecretUntil,
    }),
    suspendedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was suspended; null while it works.',
      resolve: (app) => app.suspendedAt,
    }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who registered it.',
      resolve: (app, _args, { load }) => load.user.find(app.createdById),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was registered.',
      resolve: (app) => app.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed.',
      resolve: (app) => app.updatedAt,
    }),
  }),
})

export const OAuthAppConnectionRef = connectionType('OAuthApp', OAuthAppRef)
