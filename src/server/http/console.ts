import { fileURLToPath } from 'node:url'
import express, { type Router } from 'express'
import sirv from 'sirv'
import { rejectMethods } from '../../lib/http/reject-methods.ts'
import { readConsolePage, type ConsolePage } from './console-page.ts'

/** Directory that the installation builds. */
const BUILT = fileURLToPath(new URL('../../../.console', import.meta.url))

/**
 * Everything from this origin, nothing inline, no framing. Scripts write no markup except through the named
 * policies.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types echolog-html ProseMirrorClipboard',
].join('; ')

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-cache',
}

const NOT_BUILT = 'The console is not built. Run: npm run build\n'

/**
 * Serves the console: one page for each address below `/console`, and its files, whose names contain a hash of
 * their content. The build compresses them. In development (`isWatched`) each request reads the directory.
 */
export function consolePages({ isWatched }: { isWatched: boolean }): Router {
  const router = express.Router({ caseSensitive: true })
  const page = pageReader(isWatched)
  const cached = isWatched ? {} : { immutable: true, maxAge: 31_536_000 }
  router.use(
    '/console/assets',
    sirv(`${BUILT}/assets`, { brotli: true, gzip: true, etag: true, dev: isWatched, ...cached }),
    // A tab of an earlier version may ask for a file that is gone. The page would be a script with status 200.
    ({ method }, response, next) =>
      method === 'GET' || method === 'HEAD' ? void response.status(404).end() : next(),
  )
  router.get(/^\/console(\/.*)?$/, (request, response) => {
    const built = page()
    if (built === null) return void response.status(503).type('text').send(NOT_BUILT)
    response.set(HEADERS).type('html').send(built.at(request.path))
  })
  router.all(/^\/console(\/.*)?$/, rejectMethods(['GET']))
  return router
}

/** Returns a function that returns the page, or null before the build. */
function pageReader(isWatched: boolean): () => ConsolePage {
  let stored: ConsolePage = null
  return () => {
    if (stored === null || isWatched) stored = readConsolePage(BUILT)
    return stored
  }
}
