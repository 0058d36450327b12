import { builder } from '../../../graphql/builder.ts'
import { webhookLoaders } from '../loaders.ts'
import { WebhookRef } from '../type.ts'
import { HEALTH_ATTEMPTS, type WebhookHealth } from './read-health.ts'

const WebhookHealthRef = builder.objectRef<WebhookHealth>('WebhookHealth').implement({
  description: `Health of a webhook, computed from its latest ${HEALTH_ATTEMPTS} attempts.`,
  fields: (t) => ({
    consecutiveFailures: t.exposeInt('consecutiveFailures', {
      description: 'Number of failed or refused attempts since the last delivered one.',
    }),
    lastSuccessAt: t.expose('lastSuccessAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the last delivered attempt. Null without one.',
    }),
    lastFailureAt: t.expose('lastFailureAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the last failed or refused attempt. Null without one.',
    }),
    successRate: t.exposeFloat('successRate', {
      nullable: true,
      description: 'Share of delivered attempts in the last 24 hours, from 0 to 1. Null without attempts.',
    }),
  }),
})

builder.objectField(WebhookRef, 'health', (t) =>
  t.field({
    type: WebhookHealthRef,
    description: 'Health, by the results of recent attempts.',
    resolve: ({ id }, _args, context) => webhookLoaders(context).health.one(id),
  }),
)
