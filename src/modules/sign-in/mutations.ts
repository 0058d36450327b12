import { inTransaction } from '../../db/transaction.ts'
import type { Context } from '../../graphql/context.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { invalidParam, unauthorized } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { LocaleRef } from '../changelogs/enums.ts'
import { assertSendsMail } from '../mail/assert-sends-mail.ts'
import { StartedSessionRef } from '../sessions/type.ts'
import { findSignInOrganization } from './find-sign-in-organization.ts'
import { requestSignInCode } from './request-sign-in-code.ts'
import { checkReturnTo, RETURN_TO } from './return-to.ts'
import { startProvenSession } from './start-proven-session.ts'
import { useCode, type ProvenRequest } from './use-code.ts'
import { useLink } from './use-link.ts'

const SLUG = 'Slug of the organization.'

/** Payload of a sign-in. */
const PAYLOAD = {
  session: {
    type: StartedSessionRef,
    description: 'The session of one person in the organization, which ends with the SSO key.',
  },
  returnTo: { type: 'String', description: '`returnTo` of the request.' },
} as const

mutation('requestSignInCode', {
  access: { require: 'anyone' },
  description:
    'Mails a code and a link that sign in to an organization for 15 minutes. The answer is the same for every address, also if no mail is sent.',
  input: (t) => ({
    organization: t.string({ required: true, description: SLUG }),
    email: t.field({ type: 'EmailAddress', required: true, description: 'E-mail address of the person.' }),
    returnTo: t.string({ description: RETURN_TO }),
    locale: t.field({ type: LocaleRef, description: 'Language of the mail. Default English.' }),
  }),
  payload: {
    token: {
      type: 'String',
      description: 'Token of the browser that asks, with which alone the code counts.',
    },
  },
  resolve: async ({ organization, email: sent, returnTo, locale }, context) => {
    const { db, keys, mail, site, address, visitorThrottle } = context
    assertSendsMail(mail, 'sign in with a password')
    const email = normalizeEmail(sent)
    if (email === null) throw invalidParam('email')
    const path = checkReturnTo(returnTo)
    const portal = await findSignInOrganization(db, organization)
    await visitorThrottle.count('codes', { organizationId: portal.id, address })
    const request = { email, returnTo: path, locale: locale ?? 'en', address, site }
    return { token: await inTransaction(db, (tx) => requestSignInCode(tx, keys, portal, request)) }
  },
})

mutation('signInWithCode', {
  access: { require: 'anyone' },
  description:
    'Starts a session with a mailed code, once. Five wrong codes end a request, and after ten of an address in a day only links sign in.',
  input: (t) => ({
    organization: t.string({ required: true, description: SLUG }),
    token: t.string({ required: true, description: 'Token that `requestSignInCode` has returned.' }),
    code: t.string({ required: true, description: 'The six digits of the mail. Spaces are ignored.' }),
  }),
  payload: PAYLOAD,
  resolve: ({ organization, token, code }, context) =>
    start(context, organization, {
      problem: 'The code is wrong, expired or used',
      prove: (tx, organizationId) => useCode(tx, context.keys, organizationId, { token, code }),
    }),
})

mutation('signInWithLink', {
  access: { require: 'anyone' },
  description: 'Starts a session with the token of a mailed link, once.',
  input: (t) => ({
    organization: t.string({ required: true, description: SLUG }),
    token: t.string({ required: true, description: 'Token of the link.' }),
  }),
  payload: PAYLOAD,
  resolve: ({ organization, token }, context) =>
    start(context, organization, {
      problem: 'The link is invalid, expired or used',
      prove: (tx, organizationId) => useLink(tx, organizationId, token),
    }),
})

type Proof = {
  problem: string
  prove: (tx: Parameters<typeof useLink>[0], organizationId: number) => Promise<ProvenRequest | null>
}

/** Starts the session of a proven address. A failed proof commits, because wrong codes count. */
async function start({ db, keys, address, userAgent }: Context, slug: string, { problem, prove }: Proof) {
  const { id } = await findSignInOrganization(db, slug)
  const started = await inTransaction(db, async (tx) => {
    const proven = await prove(tx, id)
    if (!proven) return null
    const { session, token } = await startProvenSession(tx, keys, id, proven, { address, userAgent })
    return { session: { session, token, account: null }, returnTo: proven.returnTo }
  })
  if (!started) throw unauthorized(problem)
  return started
}
