import { builder } from '../../graphql/builder.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { forbidden } from '../../lib/errors.ts'
import { ApiKeyConnectionRef, ApiKeyRef } from './api-key-type.ts'
import { listApiKeys } from './list-api-keys.ts'
import { listOrganizations } from './list-organizations.ts'
import { listPublicOrganizations } from './list-public-organizations.ts'
import { OrganizationConnectionRef, OrganizationRef } from './type.ts'
import { visibleOrganization } from './visible-organization.ts'
import { visibleApiKey } from './visible-api-key.ts'

const OrganizationBy = lookupType('Organization', (t) => ({
  slug: t.string({ description: 'Slug, as in `X-Organization`.' }),
}))
const ApiKeyBy = lookupType('ApiKey')

builder.queryFields((t) => ({
  organization: t.field({
    type: OrganizationRef,
    nullable: true,
    access: { require: 'organization', scope: 'posts:read', visitor: 'any' },
    description: "The caller's organization. Null if `by` is the key of another one.",
    args: {
      by: t.arg({ type: OrganizationBy, description: 'Key of the organization. By default the own.' }),
    },
    resolve: (_root, { by }, context) => {
      const id = by ? lookupId('Organization', by) : undefined
      return visibleOrganization(context, {
        ...(id !== undefined && { id }),
        ...(by?.slug != null && { slug: by.slug }),
      })
    },
  }),

  publicOrganizations: t.field({
    type: OrganizationConnectionRef,
    access: { require: 'anyone', visitor: 'any' },
    description: 'Organizations whose public pages everyone may read, sorted by name.',
    args: pageArgs,
    resolve: (_root, page, { db }) => listPublicOrganizations(db, page),
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
    nullable: true,
    access: { require: 'admin' },
    description: 'One API key, which may be revoked, or null if there is none.',
    args: { by: t.arg({ type: ApiKeyBy, required: true, description: 'Key of the API key.' }) },
    resolve: (_root, { by }, context) => nullIfNotFound(visibleApiKey(context, lookupId('ApiKey', by) ?? 0)),
  }),

  apiKeys: t.field({
    type: ApiKeyConnectionRef,
    access: { require: 'admin' },
    description: "The organization's API keys, including revoked ones, newest first.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listApiKeys(db, organizationId, page),
  }),
}))
