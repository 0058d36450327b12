import { isAdmin } from '../../../auth/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../../graphql/schema/node/node.ts'
import { OrganizationRef } from '../../organizations/type.ts'
import { callbackUrls } from './callback-urls.ts'
import { signInProviderLoaders } from './loaders.ts'
import type { SignInProviderRow } from './sign-in-provider-row.ts'

export const SignInProviderRef = builder.objectRef<SignInProviderRow>('SignInProvider').implement({
  description:
    'An OpenID provider with which people sign in to the public pages of an organization. The secret of its client is never returned.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('SignInProvider')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Name on the button that signs in.' }),
    issuer: t.string({
      nullable: true,
      description: 'Issuer, as its tokens name it. Null for others than admins.',
      resolve: ({ issuer }, _args, { caller }) => (isAdmin(caller) ? issuer : null),
    }),
    clientId: t.string({
      nullable: true,
      description: 'Id of the client at the provider. Null for others than admins.',
      resolve: ({ clientId }, _args, { caller }) => (isAdmin(caller) ? clientId : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

nodeFinder('SignInProvider', (context, id) =>
  isAdmin(context.caller) ? signInProviderLoaders(context).byId.find(id) : Promise.resolve(null),
)

builder.objectFields(OrganizationRef, (t) => ({
  signInProviders: t.field({
    type: [SignInProviderRef],
    description:
      'OpenID providers with which people sign in to the public pages. Empty for another organization than the own.',
    resolve: ({ id }, _args, context) => signInProviderLoaders(context).byOrganization(id),
  }),
  signInCallbackUrls: t.field({
    type: ['URL'],
    nullable: true,
    description:
      'Addresses to which OpenID providers lead back, which their clients must allow. Null for others than admins.',
    resolve: (organization, _args, { caller, site }) =>
      isAdmin(caller) && caller.organizationId === organization.id ? callbackUrls(organization, site) : null,
  }),
}))
