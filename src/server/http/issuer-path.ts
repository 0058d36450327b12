import type { RequestHandler } from 'express'
import type { Site } from '../../auth/session-token.ts'

const METADATA = '/.well-known/oauth-authorization-server'

/**
 * Finds the metadata of the authorization server also where clients insert the path of the public URL (RFC 8414
 * section 3.1).
 */
export const issuerPath =
  (site: Pick<Site, 'publicUrl'>): RequestHandler =>
  (request, _response, next) => {
    if (request.path.startsWith(`${METADATA}/`)) {
      const { pathname } = new URL(site.publicUrl)
      if (request.path === METADATA + pathname)
        request.url = METADATA + request.url.slice(METADATA.length + pathname.length)
    }
    next()
  }
