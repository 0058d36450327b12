import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import { checkDocument } from '../../graphql/execution/check-document.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { forbidden, invalidParam } from '../../lib/errors.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { EventTypeRef } from '../events/enums.ts'
import { headerFields } from './inputs.ts'
import { disableWebhook } from './disable-webhook.ts'
import { enableWebhook } from './enable-webhook.ts'
import { ownerContext } from './owner-context.ts'
import { WebhookRef } from './type.ts'
import { updateWebhook } from './update-webhook.ts'
import { visibleWebhook } from './visible-webhook.ts'
import { documentDescription } from './webhook-fields.ts'

/** Default reason for disabling by an admin. */
const BY_ADMIN = 'Disabled by an admin'

mutation('updateWebhook', {
  access: { require: 'admin', scope: 'webhooks:manage' },
  description:
    'Updates a webhook, of which an OAuth token can change events and document only. Omitted fields are unchanged, and pending deliveries are sent to the new URL.',
  input: (t) => ({
    id: t.id(nodeIdInput('Webhook', { required: true, description: 'Id of the webhook.' })),
    name: t.string({ description: 'Display name.' }),
    url: t.field({ type: 'URL', description: "URL. The URL of an install's webhook is set by its app." }),
    events: t.field({
      type: [EventTypeRef],
      description: "Events it subscribes to. For an install's webhook, a subset of the granted events.",
    }),
    document: t.string({ description: documentDescription('null for') }),
    ...headerFields(t),
    enabled: t.boolean({ description: 'True enables it. False disables it and holds its deliveries.' }),
    deliverHeld: t.boolean({
      description: 'Whether held deliveries are sent when it is enabled, or stay held. Default true.',
    }),
    disabledReason: t.string({
      description: `Reason for which it is disabled, at most 500 characters. Default \`${BY_ADMIN}\`.`,
    }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload: { webhook: { type: WebhookRef, description: 'The webhook.' } },
  resolve: async (input, context, { schema }) => {
    const { db, organizationId, caller, keys, webhookAllowedHosts: allowedHosts } = context
    const { id, installId } = await visibleWebhook(context, databaseIdOf('Webhook', 'id', input.id))
    const required = ['name', 'url', 'events', 'enabled'] as const
    const {
      name,
      url,
      events,
      document: text,
      headers,
      basicAuth,
      ifUnchangedSince,
      ...state
    } = assertChanges(context, input, required)
    if (
      caller.authority === 'app' &&
      [name, url, state.enabled, headers, basicAuth].some((value) => value != null)
    )
      throw forbidden('An OAuth token can change events and document only')
    assertState(state)
    const reason = optionalText('disabledReason', state.disabledReason, 500) ?? BY_ADMIN
    const actorId = actorOf(context)
    const document =
      text === undefined
        ? undefined
        : await checkDocument(schema, text, await ownerContext(context, installId))
    const webhook = await inTransaction(db, async (tx) => {
      const by = { actorId, encryptionKey: keys.encryption, allowedHosts }
      const changes = { name, url, events, document, headers, basicAuth, ifUnchangedSince }
      const row = await updateWebhook(tx, organizationId, id, by, changes)
      if (state.enabled == null) return row
      return state.enabled
        ? enableWebhook(tx, organizationId, { id, deliverHeld: state.deliverHeld ?? true, actorId })
        : disableWebhook(tx, organizationId, { id, reason, actorId, actor: toActor(caller) })
    })
    return { webhook }
  },
})

type State = {
  enabled?: boolean | null | undefined
  deliverHeld?: boolean | null | undefined
  disabledReason?: string | null | undefined
}

/** Checks that the fields of a new state are only given with that state. @throws AppError INVALID_PARAM */
function assertState({ enabled, deliverHeld, disabledReason }: State): void {
  if (deliverHeld != null && enabled !== true)
    throw invalidParam('deliverHeld', 'can only be given to enable the webhook')
  if (disabledReason != null && enabled !== false)
    throw invalidParam('disabledReason', 'can only be given to disable the webhook')
}
