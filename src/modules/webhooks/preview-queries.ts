import { builder } from '../../graphql/builder.ts'
import { checkDocument } from '../../graphql/execution/check-document.ts'
import { ownerContext } from './owner-context.ts'
import { renderBody } from '../../graphql/execution/render-body.ts'
import { eventCursorOf } from '../../graphql/schema/node/ids.ts'
import { AppError } from '../../lib/errors.ts'
import { findWholeEvent } from '../events/find-event.ts'

const WebhookPreviewRef = builder.objectRef<{ body: string }>('WebhookPreview').implement({
  description: 'A preview of the body of a delivery.',
  fields: (t) => ({ body: t.exposeString('body', { description: 'JSON body.' }) }),
})

builder.queryFields((t) => ({
  previewWebhook: t.field({
    type: WebhookPreviewRef,
    nullable: true,
    access: { require: 'admin' },
    description:
      'Body that a webhook of the organization would have received for a past event. Null for an unknown event.',
    args: {
      document: t.arg.string({
        description: 'Document of the webhook. By default the built-in document of the event.',
      }),
      eventId: t.arg.id({ required: true, description: 'Id of the event, such as `evt_1a_2b`.' }),
    },
    resolve: async (_root, { document, eventId }, context, { schema }) => {
      eventCursorOf('eventId', eventId)
      const owner = await ownerContext(context, null)
      const checked = await checkDocument(schema, document, owner)
      const event = await findWholeEvent(context.db, context.organizationId, eventId)
      if (!event) return null
      try {
        return { body: await renderBody(schema, checked, event, owner) }
      } catch (error) {
        const { cause } = error as Error
        throw cause instanceof AppError ? cause : error
      }
    },
  }),
}))
