import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '../../openapi/types.ts'
import { credentialHeaders, type CredentialSource } from './credential.ts'
import type { Send } from './retrying-fetch.ts'

/** REST of the service, a client of `openapi-fetch`. */
export type Rest = Client<paths>

type RestOptions = { url: string; credential: CredentialSource; send: Send }

/**
 * Creates the client of the REST API at `url`. A GET is repeated as `send` repeats. A POST under `/api/v3` is
 * too: it has an `Idempotency-Key`, its own or a new one, with which the service does the work once (contract 2).
 */
export function createRest({ url, credential, send }: RestOptions): Rest {
  const rest = createClient<paths>({
    baseUrl: url,
    fetch: (request) => send(request, request.method === 'GET' || request.headers.has(KEY_HEADER)),
  })
  rest.use({
    async onRequest({ request, schemaPath }) {
      for (const [name, value] of Object.entries(await credentialHeaders(credential)))
        if (!request.headers.has(name)) request.headers.set(name, value)
      if (request.method === 'POST' && schemaPath.startsWith('/api/v3/') && !request.headers.has(KEY_HEADER))
        request.headers.set(KEY_HEADER, newKey())
      return request
    },
  })
  return rest
}

/** Header of the key with which the service does the work of repeated requests once. */
export const KEY_HEADER = 'Idempotency-Key'

/** `randomUUID` is missing on pages without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
