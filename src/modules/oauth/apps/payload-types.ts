import { builder } from '../../../graphql/builder.ts'
import type { AppRow } from './find-app.ts'
import type { RegisteredApp } from './register-app.ts'
import { OAuthAppRef } from './type.ts'

const APP = 'The app.'
const CLIENT_SECRET = 'Client secret, `fosec_…`, returned only once.'
const WEBHOOK_SECRET = 'Secret that signs deliveries, `whsec_…`, returned only once.'

export const RegisteredAppRef = builder.objectRef<RegisteredApp>('RegisteredApp').implement({
  description: 'A registered OAuth app with its secrets.',
  fields: (t) => ({
    app: t.field({ type: OAuthAppRef, description: APP, resolve: ({ app }) => app }),
    clientSecret: t.exposeString('clientSecret', { description: CLIENT_SECRET }),
    webhookSecret: t.exposeString('webhookSecret', {
      nullable: true,
      description: `${WEBHOOK_SECRET} Null without a webhook.`,
    }),
  }),
})

export const UpdatedAppRef = builder
  .objectRef<{ app: AppRow; webhookSecret: string | null }>('UpdatedApp')
  .implement({
    description: 'An updated OAuth app.',
    fields: (t) => ({
      app: t.field({ type: OAuthAppRef, description: APP, resolve: ({ app }) => app }),
      webhookSecret: t.exposeString('webhookSecret', {
        nullable: true,
        description: `${WEBHOOK_SECRET} Null unless the change added the webhook.`,
      }),
    }),
  })

export const RotatedClientSecretRef = builder
  .objectRef<{ app: AppRow; clientSecret: string }>('RotatedClientSecret')
  .implement({
    description: 'An OAuth app with a new client secret.',
    fields: (t) => ({
      app: t.field({ type: OAuthAppRef, description: APP, resolve: ({ app }) => app }),
      clientSecret: t.exposeString('clientSecret', { description: CLIENT_SECRET }),
    }),
  })

export const RotatedWebhookSecretRef = builder
  .objectRef<{ app: AppRow; webhookSecret: string }>('RotatedWebhookSecret')
  .implement({
    description: 'An OAuth app with a new webhook secret.',
    fields: (t) => ({
      app: t.field({ type: OAuthAppRef, description: APP, resolve: ({ app }) => app }),
      webhookSecret: t.exposeString('webhookSecret', { description: WEBHOOK_SECRET }),
    }),
  })
