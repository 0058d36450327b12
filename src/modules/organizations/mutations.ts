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
  description: 'Changes to an organization. Omitted fields are unchanged.',
  fields: (t) => ({
    name: t.string({ description: 'Display name. The slug is unchanged.' }),
    description: t.string({ description: 'Description of the organization.' }),
    homePage: t.string({ description: "URL of the organization's website. Null removes it." }),
    avatarUrl: t.string({ description: 'URL of a picture. Null removes it.' }),
    portalUrl: t.string({ description: 'Base URL of the portal. Null selects the URL of this server.' }),
    colorPrimary: t.string({ description: 'Primary color of the portal, in hex.' }),
    colorPrimaryLight: t.string({ description: 'Lighter shade of the primary color.' }),
    colorPrimaryDark: t.string({ description: 'Darker shade of the primary color.' }),
    formDescription: t.string({ description: 'Text above the form for submitting posts.' }),
    submitButtonText: t.string({ description: 'Caption of the submit button of that form.' }),
    multilingualChangelog: t.boolean({ description: 'Whether every changelog entry requires a locale.' }),
    language: t.string({
      description: 'Language of posts, as a locale of the changelog. A search finds all forms of its words.',
    }),
  }),
})

const RotatedSsoKeyRef = builder
  .objectRef<Awaited<ReturnType<typeof rotateSsoKey>>>('RotatedSsoKey')
  .implement({
    description: 'A new SSO key.',
    fields: (t) => ({
      ssoKey: t.exposeString('ssoKey', { description: 'SSO key (HS256), returned only once.' }),
      organization: t.field({
        type: OrganizationRef,
        description: 'Organization of the key.',
        resolve: ({ organization }) => organization,
      }),
    }),
  })

const CreatedApiKeyRef = builder
  .objectRef<Awaited<ReturnType<typeof createApiKey>>>('CreatedApiKey')
  .implement({
    description: 'A new API key.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'API key, returned only once.' }),
      apiKey: t.field({
        type: ApiKeyRef,
        description: 'Stored metadata of the key.',
        resolve: ({ row }) => row,
      }),
    }),
  })

builder.mutationFields((t) => ({
  updateOrganization: t.field({
    type: OrganizationRef,
    access: { require: 'admin' },
    description: "Updates the organization's settings.",
    args: { input: t.arg({ type: UpdateOrganizationInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input }, { db, organizationId }) =>
      inTransaction(db, (tx) => updateOrganization(tx, organizationId, input)),
  }),

  rotateSsoKey: t.field({
    type: RotatedSsoKeyRef,
    access: { require: 'admin' },
    description: 'Replaces the SSO key. Tokens signed with the old key are rejected immediately.',
    resolve: (_root, _args, { db, keys, organizationId }) =>
      inTransaction(db, (tx) => rotateSsoKey(tx, keys.encryption, organizationId)),
  }),

  createApiKey: t.field({
    type: CreatedApiKeyRef,
    access: { require: 'admin' },
    description: 'Creates an API key. Writes with the key alone are attributed to the caller.',
    args: { name: t.arg.string({ description: 'Name that describes the purpose of the key.' }) },
    resolve: (_root, { name }, context) => {
      const creatorId = actorOf(context)
      return inTransaction(context.db, (tx) => createApiKey(tx, context.organizationId, { creatorId, name }))
    },
  }),

  revokeApiKey: t.field({
    type: ApiKeyRef,
    access: { require: 'admin' },
    description: 'Revokes an API key permanently. Every process rejects it within one second.',
    args: { id: t.arg.id({ required: true, description: 'Id of the API key.' }) },
    resolve: (_root, { id }, { db, organizationId }) => {
      const keyId = parseObjectId('API key', id)
      return inTransaction(db, (tx) => revokeApiKey(tx, organizationId, keyId))
    },
  }),
}))
