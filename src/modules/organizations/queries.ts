import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { forbidden } from '../../lib/errors.ts'
import { ApiKeyConnectionRef, ApiKeyRef } from './api-key-type.ts'
import { listApiKeys } from './list-api-keys.ts'
import { listOrganizations } from './list-organizations.ts'
import { OrganizationConnectionRef, OrganizationRef } from './type.ts'
import { organizationLoaders } from './loaders.ts'
import { visibleApiKey } from './visible-api-key.ts'

builder.queryFields((t) => ({
  organization: t.field({
    type: OrganizationRef,
    access: { require: 'organization', scope: 'posts:read' },
    description: "The caller's organization.",
    resolve: (_root, _args, context) => organizationLoaders(context).current(),
  }),

  organizations: t.field({
    type: OrganizationConnectionRef,
    access: { require: 'account' },
    description: 'Organizations in which the signed-in account is a person, sorted by name.',
    args: pageArgs,
    resolve: (_root, page, { db, caller: { accountId } }) => {
      if (accountId === null) throw forbidden('This needs a session token')
      return listOrganizations(db, accountId, page)
    },
  }),

  apiKey: t.field({
    type: ApiKeyRef,
    access: { require: 'admin' },
    description: 'The API key with the given id, including revoked ones.',
    args: { id: t.arg.id({ required: true, description: 'Id of the API key.' }) },
    resolve: (_root, { id }, context) => visibleApiKey(context, id),
  }),

  apiKeys: t.field({
    type: ApiKeyConnectionRef,
    access: { require: 'admin' },
    description: "The organization's API keys, including revoked ones, newest first.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listApiKeys(db, organizationId, page),
  }),
}))
