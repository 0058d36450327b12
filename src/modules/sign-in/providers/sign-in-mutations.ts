import type { Context } from '../../../graphql/context.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { notFound } from '../../../lib/errors.ts'
import { LocaleRef } from '../../changelogs/enums.ts'
import { StartedSessionRef } from '../../sessions/type.ts'
import { findSignInOrganization } from '../find-sign-in-organization.ts'
import { checkReturnTo, RETURN_TO } from '../return-to.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { baseOfPath, callbackUrl } from './callback-urls.ts'
import { findClient } from './find-client.ts'
import { signInAccount } from './sign-in-account.ts'
import { signInPerson } from './sign-in-person.ts'

const SLUG = 'Slug of the organization. Null for accounts, with the provider of the installation.'

mutation('beginSignInWithProvider', {
  access: { require: 'anyone' },
  description: 'Begins a sign-in with an OpenID provider, which ends within ten minutes.',
  input: (t) => ({
    organization: t.string({ description: SLUG }),
    providerId: t.id(
      nodeIdInput('SignInProvider', {
        description: 'Id of a provider of the organization. Null for that of the installation.',
      }),
    ),
    returnTo: t.string({ description: RETURN_TO }),
    locale: t.field({ type: LocaleRef, description: 'Language of the person. Default English.' }),
  }),
  payload: {
    url: { type: 'URL', description: 'Address of the provider to which the browser goes.' },
    token: { type: 'String', description: 'The sealed sign-in, which the browser keeps until it returns.' },
  },
  resolve: async ({ organization, providerId, ...input }, context) => {
    const way = { returnTo: checkReturnTo(input.returnTo), locale: input.locale ?? 'en' }
    if (organization == null) return beginForAccount(context, way)
    const { db, keys, site } = context
    const id = databaseIdOf('SignInProvider', 'providerId', providerId) ?? 0
    const portal = await findSignInOrganization(db, organization)
    const { id: organizationId } = portal
    const { at: _at, ...client } = await findClient(db, keys.encryption, { organizationId, id })
    const redirectUri = callbackUrl(baseOfPath(portal, way.returnTo, site))
    return beginSignIn(context, client, { ...way, organizationId, providerId: id, redirectUri })
  },
})

mutation('signInWithProvider', {
  access: { require: 'anyone' },
  description:
    'Ends a sign-in with an OpenID provider, once. The first one of an identity links the person, or the account, of its verified address.',
  input: (t) => ({
    organization: t.string({ description: SLUG }),
    token: t.string({ required: true, description: 'Token that `beginSignInWithProvider` has returned.' }),
    answer: t.string({ required: true, description: 'Query with which the browser has returned.' }),
  }),
  payload: {
    session: {
      type: StartedSessionRef,
      description:
        'The session of one person in the organization, which ends with the SSO key, or of an account.',
    },
    returnTo: { type: 'String', description: '`returnTo` of the beginning.' },
  },
  resolve: async ({ organization, token, answer }, context) => {
    const { db, address, userAgent } = context
    const from = { address, userAgent }
    if (organization == null) {
      const { returnTo, ...session } = await signInAccount(context, { token, answer }, from)
      return { session, returnTo }
    }
    const { id: organizationId } = await findSignInOrganization(db, organization)
    const { returnTo, ...session } = await signInPerson(context, { organizationId, token, answer }, from)
    return { session: { ...session, account: null }, returnTo }
  },
})

function beginForAccount(context: Context, way: { returnTo: string; locale: string }) {
  const { ownProvider, site } = context
  if (!ownProvider) throw notFound('Provider')
  const redirectUri = callbackUrl(site.publicUrl)
  return beginSignIn(context, ownProvider, { ...way, organizationId: null, providerId: null, redirectUri })
}
