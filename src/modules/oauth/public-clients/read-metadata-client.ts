import type { ClientDocuments } from '../../../auth/client-documents.ts'
import { checkName } from '../apps/check-app-metadata.ts'
import { oauthFieldError } from '../errors.ts'
import { redirectUrisProblem } from './check-redirect-uris.ts'
import { publicClient, type PublicClient } from './public-client.ts'

const MAX_URL = 2048

/**
 * Returns the client that the metadata document at its client id describes (OAuth Client ID Metadata Document).
 * `address` is that of the request, whose network may cause 10 fetches a minute.
 * @throws AppError with `invalid_client` for a URL or document that cannot be one, or RATE_LIMITED
 */
export async function readMetadataClient(
  documents: ClientDocuments,
  clientId: string,
  address: string,
): Promise<PublicClient> {
  const problem = urlProblem(clientId)
  if (problem) throw refused(problem)
  // A value without properties is no document of this client id.
  const found = (await documents.find(clientId, address)) as Record<string, unknown> | null
  if (found === null) throw refused('leads to no metadata document that this server can read')
  return publicClient('metadata', clientId, claimsOf(found, clientId))
}

const refused = (predicate: string) => oauthFieldError('invalid_client', 'clientId', predicate)

/** A client id has a path, and neither a port, user information, a fragment nor dot segments. */
function urlProblem(clientId: string): string | null {
  if (clientId.length > MAX_URL) return `must have at most ${MAX_URL} characters`
  if (!URL.canParse(clientId)) return 'is unknown'
  const { href, pathname, port, username, password } = new URL(clientId)
  if (pathname === '/') return 'must have a path'
  if (port || username || password || clientId.includes('#'))
    return 'must have no port, user information or fragment'
  return href === clientId ? null : 'must be in normal form'
}

function claimsOf(document: Record<string, unknown>, clientId: string) {
  const { client_name: name, redirect_uris: uris, token_endpoint_auth_method: method = 'none' } = document
  if (document.client_id !== clientId) throw refused('is not that of its metadata document')
  if (method !== 'none' || document.client_secret !== undefined)
    throw refused('has a metadata document of a client with a secret')
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string'))
    throw refused('has a metadata document without redirect URIs')
  const problem = redirectUrisProblem(uris, document.application_type)
  if (problem) throw refused(`has a metadata document whose redirect URIs ${problem}`)
  const hasName = typeof name === 'string' && name.trim() !== ''
  return { name: hasName ? nameOf(name) : new URL(clientId).host, redirectUris: [...new Set(uris)] }
}

function nameOf(sent: string): string {
  try {
    return checkName(sent)
  } catch {
    throw refused('has a metadata document with a name that is too long or cannot be displayed')
  }
}
