import { sealedLocation } from '../../../src/auth/sealed-columns.ts'
import { decrypt } from '../../../src/lib/crypto/encryption.ts'
import type { TestApp } from '../app.ts'
import type { Headers, Tenant } from '../fixtures/scenario.ts'
import { run } from './operations.ts'

export const REQUEST = `mutation ($organization: String!, $email: EmailAddress!, $returnTo: String) {
  requestSignInCode(input: { organization: $organization, email: $email, returnTo: $returnTo }) { token } }`
export const WITH_CODE = `mutation ($organization: String!, $token: String!, $code: String!) {
  signInWithCode(input: { organization: $organization, token: $token, code: $code }) { returnTo session { token account { id } } } }`
export const WITH_LINK = `mutation ($organization: String!, $token: String!) {
  signInWithLink(input: { organization: $organization, token: $token }) { returnTo session { token account { id } } } }`

/** The last mail with a code to an address: its code, its link, and the token of the link. */
type CodeMail = { code: string; link: string; linkToken: string }

/** Returns the last mail with a code to an address. Null if the last one is not to be sent. */
export async function lastCodeMail({ database, services }: TestApp, email: string): Promise<CodeMail | null> {
  const mail = await database.kysely
    .selectFrom('mails')
    .select(['organizationId', 'id', 'contentCiphertext'])
    .where('kind', '=', 'sign_in_code')
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!mail?.contentCiphertext) return null
  const location = sealedLocation('mails.content_ciphertext', mail.organizationId, Number(mail.id))
  const text = decrypt(services.keys.encryption, mail.contentCiphertext, location)
  const { code, link } = JSON.parse(text) as { code: string; link: string }
  return { code, link, linkToken: link.slice(link.lastIndexOf('/') + 1) }
}

/** Asks for a code. Returns the token of the browser, and the mail. */
export async function requestCode(app: TestApp, organization: string, email: string, returnTo?: string) {
  const { requestSignInCode } = await run(app, {}, REQUEST, { organization, email, returnTo })
  const mail = await lastCodeMail(app, email)
  if (!mail) throw new Error(`no mail to ${email}`)
  return { organization, token: String(requestSignInCode.token), ...mail }
}

/** Signs a person in with a mailed code. Returns the header of their session. */
export async function signInByMail(app: TestApp, organization: string, email: string): Promise<Headers> {
  const asked = await requestCode(app, organization, email)
  const { signInWithCode } = await run(app, {}, WITH_CODE, asked)
  return { Authorization: `Bearer ${signInWithCode.session.token}` }
}

/** Returns a code that is not the right one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Makes all requests to sign in older, and forgets those of the networks. */
export async function letSignInsPass({ database }: TestApp, seconds: number): Promise<void> {
  const ago = (column: string) => `${column} = ${column} - make_interval(secs => $1)`
  await database.pool.query(
    `update sign_in_requests set ${['created_at', 'expires_at', 'ended_at'].map(ago).join(', ')}`,
    [seconds],
  )
  await forgetNetworks({ database })
}

/** Forgets what networks have sent. */
export const forgetNetworks = ({ database }: Pick<TestApp, 'database'>) =>
  database.kysely.deleteFrom('failedAttempts').execute()

/** Changes who may join an organization. */
export const updateJoining = (app: TestApp, { admin }: Pick<Tenant, 'admin'>, input: object) =>
  run(
    app,
    admin.session,
    `mutation ($input: UpdateOrganizationInput!) {
      updateOrganization(input: $input) { organization { signUp signUpDomains } } }`,
    { input },
  )
