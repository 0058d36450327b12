import type { Transaction } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { DeletedRef } from '../../../graphql/deleted.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import {
  RegisteredAppRef,
  RotatedClientSecretRef,
  RotatedWebhookSecretRef,
  UpdatedAppRef,
} from './payload-types.ts'
import { deleteApp } from './delete-app.ts'
import { RegisterAppInput, UpdateAppInput } from './inputs.ts'
import { registerApp } from './register-app.ts'
import { resumeApp } from './resume-app.ts'
import { rotateClientSecret } from './rotate-client-secret.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { suspendApp } from './suspend-app.ts'
import { OAuthAppRef } from './type.ts'
import { updateApp } from './update-app.ts'

builder.mutationFields((t) => {
  const clientId = t.arg.string({ required: true, description: 'Client id of the app.' })
  return {
    registerApp: t.field({
      type: RegisteredAppRef,
      access: { require: 'admin' },
      description: 'Registers an OAuth app that the organization owns.',
      args: { input: t.arg({ type: RegisterAppInput, required: true, description: 'The app.' }) },
      resolve: (_root, { input }, context) =>
        write(context, (tx, by) =>
          registerApp(tx, context.organizationId, { ...by, most: context.quotas.apps }, input),
        ),
    }),

    updateApp: t.field({
      type: UpdatedAppRef,
      access: { require: 'admin' },
      description: 'Updates an OAuth app. A change of its webhook applies to all of its installs.',
      args: {
        clientId,
        input: t.arg({ type: UpdateAppInput, required: true, description: 'The changes.' }),
      },
      resolve: (_root, { clientId, input }, context) =>
        write(context, (tx, by) => updateApp(tx, context.organizationId, { ...by, clientId }, input)),
    }),

    deleteApp: t.field({
      type: DeletedRef,
      access: { require: 'admin' },
      description: 'Deletes an OAuth app with its installs, their webhooks and tokens.',
      args: { clientId },
      resolve: (_root, { clientId }, context) =>
        write(context, (tx, by) => deleteApp(tx, context.organizationId, { ...by, clientId })),
    }),

    rotateClientSecret: t.field({
      type: RotatedClientSecretRef,
      access: { require: 'admin' },
      description: 'Replaces the client secret of an OAuth app. The old secret is rejected immediately.',
      args: { clientId },
      resolve: (_root, { clientId }, context) =>
        write(context, (tx, by) => rotateClientSecret(tx, context.organizationId, { ...by, clientId })),
    }),

    rotateWebhookSecret: t.field({
      type: RotatedWebhookSecretRef,
      access: { require: 'admin' },
      description:
        'Replaces the webhook secret of an OAuth app. Deliveries are also signed with the old secret for 24 hours.',
      args: { clientId },
      resolve: (_root, { clientId }, context) =>
        write(context, (tx, by) => rotateWebhookSecret(tx, context.organizationId, { ...by, clientId })),
    }),

    suspendApp: t.field({
      type: OAuthAppRef,
      access: { require: 'admin' },
      description: 'Suspends an OAuth app. Its installs are revoked and its tokens are rejected immediately.',
      args: { clientId },
      resolve: (_root, { clientId }, context) =>
        write(context, (tx, by) => suspendApp(tx, context.organizationId, { ...by, clientId })),
    }),

    resumeApp: t.field({
      type: OAuthAppRef,
      access: { require: 'admin' },
      description: 'Resumes a suspended OAuth app, so that it can be installed again.',
      args: { clientId },
      resolve: (_root, { clientId }, context) =>
        resumeApp(context.db, context.organizationId, { actorId: actorOf(context), clientId }),
    }),
  }
})

/** Runs a change of an app in one transaction, attributed to the caller. */
function write<Answer>(
  context: Context,
  change: (
    tx: Transaction,
    by: { actorId: number; encryptionKey: Keyring; allowedHosts: ReadonlySet<string> },
  ) => Promise<Answer>,
): Promise<Answer> {
  const { db, keys, webhookAllowedHosts } = context
  const by = { actorId: actorOf(context), encryptionKey: keys.encryption, allowedHosts: webhookAllowedHosts }
  return inTransaction(db, (tx) => change(tx, by))
}
