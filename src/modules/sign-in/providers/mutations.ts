import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { createSignInProvider } from './create-sign-in-provider.ts'
import { deleteSignInProvider } from './delete-sign-in-provider.ts'
import { checkClientId, checkClientSecret, checkName, describedIssuer } from './provider-fields.ts'
import { SignInProviderRef } from './type.ts'
import { updateSignInProvider } from './update-sign-in-provider.ts'

const ISSUER =
  'Issuer, an https URL whose `/.well-known/openid-configuration` describes it, such as `https://accounts.google.com`. One of Microsoft names one tenant.'
const NAME = 'Name on the button that signs in, at most 50 characters.'
const payload = { signInProvider: { type: SignInProviderRef, description: 'The provider.' } }

mutation('createSignInProvider', {
  access: { require: 'admin' },
  refusesKey: true,
  description:
    'Adds an OpenID provider with which people sign in to the public pages, at most 5. Its issuer is asked for its description first.',
  input: (t) => ({
    name: t.string({ required: true, description: NAME }),
    issuer: t.string({ required: true, description: ISSUER }),
    clientId: t.string({ required: true, description: 'Id of the client at the provider.' }),
    clientSecret: t.string({ required: true, description: 'Secret of the client. It is never returned.' }),
  }),
  payload,
  resolve: async (input, context) => {
    const by = { actorId: actorOf(context), encryption: context.keys.encryption }
    const fields = {
      name: checkName(input.name),
      clientId: checkClientId(input.clientId),
      clientSecret: checkClientSecret(input.clientSecret),
      issuer: await describedIssuer(context, input.issuer),
    }
    const { db, organizationId } = context
    return {
      signInProvider: await inTransaction(db, (tx) => createSignInProvider(tx, organizationId, by, fields)),
    }
  },
})

mutation('updateSignInProvider', {
  access: { require: 'admin' },
  refusesKey: true,
  description:
    'Updates an OpenID provider. Another issuer needs the secret again, and its people sign in as for the first time.',
  input: (t) => ({
    id: t.id(nodeIdInput('SignInProvider', { required: true, description: 'Id of the provider.' })),
    name: t.string({ description: NAME }),
    issuer: t.string({ description: ISSUER }),
    clientId: t.string({ description: 'Id of the client at the provider.' }),
    clientSecret: t.string({ description: 'Secret of the client. It is never returned.' }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload,
  resolve: async (input, context) => {
    const { id, name, issuer, clientId, clientSecret, ifUnchangedSince } = assertChanges(context, input, [
      'name',
      'issuer',
      'clientId',
      'clientSecret',
    ])
    const change = {
      id: databaseIdOf('SignInProvider', 'id', id),
      actorId: actorOf(context),
      encryption: context.keys.encryption,
      ifUnchangedSince,
    }
    const fields = {
      ...(name != null && { name: checkName(name) }),
      ...(clientId != null && { clientId: checkClientId(clientId) }),
      ...(clientSecret != null && { clientSecret: checkClientSecret(clientSecret) }),
      ...(issuer != null && { issuer: await describedIssuer(context, issuer) }),
    }
    const { db, organizationId } = context
    return {
      signInProvider: await inTransaction(db, (tx) =>
        updateSignInProvider(tx, organizationId, change, fields),
      ),
    }
  },
})

mutation('deleteSignInProvider', {
  access: { require: 'admin' },
  description:
    'Removes an OpenID provider and the identities of its issuer. Sessions that began with it remain until `rotateSsoKey`.',
  input: (t) => ({
    id: t.id(nodeIdInput('SignInProvider', { required: true, description: 'Id of the provider.' })),
  }),
  payload: { deletedSignInProviderId: { type: 'ID', description: 'Id of the removed provider.' } },
  resolve: async (input, context) => {
    const deletion = { id: databaseIdOf('SignInProvider', 'id', input.id), actorId: actorOf(context) }
    const { db, organizationId } = context
    await inTransaction(db, (tx) => deleteSignInProvider(tx, organizationId, deletion))
    return { deletedSignInProviderId: input.id }
  },
})
