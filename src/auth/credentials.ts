import type { IncomingHttpHeaders } from 'node:http'

/** Credentials of a request, under the names of its headers or of a socket's connectionParams. */
export type Credentials = {
  apiKey?: string | undefined
  /** `Bearer <jwt>`, the bare JWT, or `Bearer <access token>`. */
  authorization?: string | undefined
  /** Slug of the organization, from X-Organization. */
  organization?: string | undefined
}

/** Reads the credentials of a request. `api_key` is another spelling of the header `API-KEY`. */
export function readCredentials({ headers }: { headers: IncomingHttpHeaders }): Credentials {
  const one = (name: string) => [headers[name]].flat()[0]
  return {
    apiKey: one('api-key') ?? one('api_key'),
    authorization: one('authorization'),
    organization: one('x-organization'),
  }
}
