import type { Configuration, IDToken, ServerMetadata, UserInfoResponse } from 'openid-client'
import { promiseCache } from '../../lib/concurrency/promise-cache.ts'
import { sha256 } from '../../lib/crypto/secret.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { OpenIdError } from './openid-error.ts'

/** A client that is registered at an issuer. */
export type OpenIdClient = { issuer: string; clientId: string; clientSecret: string }

/** OpenID provider of the installation, with its name on the button. */
export type OwnProvider = OpenIdClient & { name: string }

/** Secrets of one sign-in, which the browser keeps until it returns. */
export type OpenIdChecks = { state: string; nonce: string; verifier: string }

/** The proven identity. `email` is not normalized, and `isVerified` is the claim of the issuer about it. */
export type OpenIdIdentity = {
  issuer: string
  subject: string
  email: string | null
  isVerified: boolean
  name: string | null
}

export type OpenId = ReturnType<typeof createOpenId>

/** Milliseconds for which the description and the keys of an issuer count. */
const TTL_MS = 600_000
const MAX_CLIENTS = 200
const TOLERANCE_S = 30

const load = () => import('openid-client')

/**
 * Creates the sign-in with OpenID Connect: the code flow with PKCE, state and nonce. Issuers are asked at public
 * addresses and at `allowedHosts` only, and over https unless their own address is http. Each answer is checked by the
 * keys of its issuer. The library is loaded at the first use.
 */
export function createOpenId(allowedHosts: ReadonlySet<string>) {
  const configurations = promiseCache<Configuration>({ max: MAX_CLIENTS, ttlMs: TTL_MS })
  const configurationOf = (client: OpenIdClient) =>
    configurations.fetch(sha256(JSON.stringify(client)).toString('hex'), () =>
      configure(client, allowedHosts),
    )
  return {
    /**
     * Returns an issuer as its tokens name it, from its own description.
     * @throws OpenIdError
     */
    issuerOf: async (issuer: string): Promise<string> => (await describe(issuer, allowedHosts)).issuer,
    /**
     * Returns the address at which a sign-in begins, and its secrets. It ends at `redirectUri`.
     * @throws OpenIdError
     */
    begin: async (client: OpenIdClient, redirectUri: string) =>
      begin(await configurationOf(client), redirectUri),
    /**
     * Exchanges the answer with which the browser returned for the identity. `answer` is its whole address.
     * @throws OpenIdError
     */
    finish: async (client: OpenIdClient, answer: URL, checks: OpenIdChecks): Promise<OpenIdIdentity> =>
      finish(await configurationOf(client), answer, checks),
  }
}

/** @throws OpenIdError for an issuer that cannot be reached, or whose description names another one */
async function describe(issuer: string, allowedHosts: ReadonlySet<string>): Promise<ServerMetadata> {
  const openid = await load()
  const address = new URL(issuer)
  const options = {
    [openid.customFetch]: guardedFetch(allowedHosts),
    ...(isPlain(issuer) && { execute: [openid.allowInsecureRequests] }),
  }
  try {
    // The description is the same for every client.
    const found = await openid.discovery(address, 'none', undefined, openid.None(), options)
    const metadata = found.serverMetadata()
    if (new URL(metadata.issuer).href !== address.href) throw new Error('The issuer is another one')
    return metadata
  } catch (cause) {
    throw new OpenIdError('unreachable', 'The description of the issuer cannot be read', { cause })
  }
}

const isPlain = (issuer: string) => new URL(issuer).protocol === 'http:'

async function configure(
  { issuer, clientId, clientSecret }: OpenIdClient,
  allowedHosts: ReadonlySet<string>,
): Promise<Configuration> {
  const openid = await load()
  const metadata = await describe(issuer, allowedHosts)
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata
  const auth = methods.includes('client_secret_post') ? openid.ClientSecretPost : openid.ClientSecretBasic
  const client = { client_secret: clientSecret, [openid.clockTolerance]: TOLERANCE_S }
  const configuration = new openid.Configuration(metadata, clientId, client, auth(clientSecret))
  configuration[openid.customFetch] = guardedFetch(allowedHosts)
  openid.enableNonRepudiationChecks(configuration)
  if (isPlain(issuer)) openid.allowInsecureRequests(configuration)
  return configuration
}

async function begin(configuration: Configuration, redirectUri: string) {
  const openid = await load()
  const checks: OpenIdChecks = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  }
  const parameters = {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  }
  try {
    const address = openid.buildAuthorizationUrl(configuration, parameters)
    const isOpen = address.protocol === 'http:' && isPlain(configuration.serverMetadata().issuer)
    if (address.protocol !== 'https:' && !isOpen) throw new Error('The page has no https address')
    return { address, checks }
  } catch (cause) {
    throw new OpenIdError('unreachable', 'The issuer has no page to sign in', { cause })
  }
}

async function finish(
  configuration: Configuration,
  answer: URL,
  { state, nonce, verifier }: OpenIdChecks,
): Promise<OpenIdIdentity> {
  const openid = await load()
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, answer, {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The answer has no id token')
    return identityOf(claims, await moreAbout(configuration, claims, tokens.access_token))
  } catch (cause) {
    if (cause instanceof openid.AuthorizationResponseError)
      throw new OpenIdError('denied', 'The provider did not sign in', { cause })
    throw new OpenIdError('invalid', 'The answer of the provider does not hold', { cause })
  }
}

/** Returns the claims about a person whose id token has no address, which some issuers return on request only. */
async function moreAbout(configuration: Configuration, { sub, email }: IDToken, accessToken: string) {
  if (email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return null
  return (await load()).fetchUserInfo(configuration, accessToken, sub)
}

function identityOf(claims: IDToken, more: UserInfoResponse | null): OpenIdIdentity {
  const { email, email_verified: verified, name } = { ...claims, ...more }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : null,
    // Some issuers write booleans as texts.
    isVerified: verified === true || String(verified) === 'true',
    name: typeof name === 'string' ? name : null,
  }
}
