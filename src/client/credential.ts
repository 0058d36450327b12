/**
 * Credential of the requests (contract 1):
 * - `apiKey`: the organization. With `userToken`, a session token or SSO token, it is that person.
 * - `accessToken`: an OAuth app in an organization, with its scopes.
 * - `sessionToken`: a person in the organization with the slug `organization`, for GraphQL and subscriptions.
 */
export type Credential =
  | { apiKey: string; userToken?: string }
  | { accessToken: string }
  | { sessionToken: string; organization: string }

/** A credential, or a function that returns the current one for each request and each connection. */
export type CredentialSource = Credential | (() => Credential | Promise<Credential>)

/** Returns the headers of the current credential. They are also the parameters of a connection. */
export async function credentialHeaders(source: CredentialSource): Promise<Record<string, string>> {
  const credential = typeof source === 'function' ? await source() : source
  if ('accessToken' in credential) return bearer(credential.accessToken)
  if ('sessionToken' in credential)
    return { ...bearer(credential.sessionToken), 'X-Organization': credential.organization }
  const person = credential.userToken === undefined ? {} : bearer(credential.userToken)
  return { 'API-KEY': credential.apiKey, ...person }
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
