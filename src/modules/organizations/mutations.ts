import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { ApiKeyRef } from './api-key-type.ts'
import { createApiKey } from './create-api-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateSsoKey } from './rotate-sso-key.ts'
import { OrganizationRef } from './type.ts'
import { updateOrganization } from './update-organization.ts'

const UpdateOrganizationInput = builder.inputType('UpdateOrganizationInput', {
  description: 'Changes of an organization; what is left out stays.',
  fields: (t) => ({
    name: t.string({ description: 'Display name; the slug stays.' }),
    description: t.string({ description: 'What it does.' }),
    homePage: t.string({ description: "Address of the organization's own site; null for none." }),
    avatarUrl: t.string({ description: 'Address of a picture; null for none.' }),
    portalUrl: t.string({ description: "Where its public pages live; null for this server's own address." }),
    colorPrimary: t.string({ description: 'Main color of the portal, in hex.' }),
    colorPrimaryLight: t.string({ description: 'Lighter shade of the main color.' }),
    colorPrimaryDark: t.string({ description: 'Darker shade of the main color.' }),
    formDescription: t.string({ description: 'Text above the form that submits a post.' }),
    submitButtonText: t.string({ description: "Caption of that form's button." }),
    multilingualChangelog: t.boolean({ description: 'Whether every changelog must name its language.' }),
  }),
})

const RotatedSsoKeyRef = builder
  .objectRef<Awaited<ReturnType<typeof rotateSsoKey>>>('RotatedSsoKey')
  .implement({
    description: 'A new SSO key.',
    fields: (t) => ({
      ssoKey: t.exposeString('ssoKey', { description: 'The key (HS256): shown now and never again.' }),
      organization: t.field({
        type: OrganizationRef,
        description: 'Whose key it is.',
        resolve: ({ organization }) => organization,
      }),
    }),
  })

const CreatedApiKeyRef = builder
  .objectRef<Awaited<ReturnType<typeof createApiKey>>>('CreatedApiKey')
  .implement({
    description: 'A new API key.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'The key itself: shown now and never again.' }),
      apiKey: t.field({ type: ApiKeyRef, description: 'What is kept of it.', resolve: ({ row }) => row }),
    }),
  })

builder.mutationFields((t) => ({
  updateOrganization: t.field({
    type: OrganizationRef,
    access: { require: 'admin' },
    description: "Changes the organization's settings.",
    args: { input: t.arg({ type: UpdateOrganizationInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input }, { db, organizationId }) =>
      inTransaction(db, (tx) => updateOrganization(tx, organizationId, input)),
  }),

  rotateSsoKey: t.field({
    type: RotatedSsoKeyRef,
    access: { require: 'admin' },
    description: 'Replaces the SSO key. Tokens signed with the old one stop at once.',
    resolve: (_root, _args, { db, keys, organizationId }) =>
      inTransaction(db, (tx) => rotateSsoKey(tx, keys.encryption, organizationId)),
  }),

  createApiKey: t.field({
    type: CreatedApiKeyRef,
    access: { require: 'admin' },
    description: 'Makes an API key. What it writes on its own is attributed to the caller.',
    args: { name: t.arg.string({ description: 'What it is for.' }) },
    resolve: (_root, { name }, context) => {
      const creatorId = actorOf(context)
      return inTransaction(context.db, (tx) => createApiKey(tx, context.organizationId, { creatorId, name }))
    },
  }),

  revokeApiKey: t.field({
    type: ApiKeyRef,
    access: { require: 'admin' },
    description: 'Ends an API key for good, everywhere within a second.',
    args: { id: t.arg.id({ required: true, description: 'Id of the key.' }) },
    resolve: (_root, { id }, { db, organizationId }) => {
      const keyId = parseObjectId('API key', id)
      return inTransaction(db, (tx) => revokeApiKey(tx, organizationId, keyId))
    },
  }),
}))
