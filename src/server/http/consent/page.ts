import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import express, { type Router } from 'express'
import type { Site } from '../../../auth/session-token.ts'
import { pageHeaders } from '../edge/security-headers.ts'

/** Style, markup and script of the page, each after a line break. */
const [style, body, script] = ['page.css', 'page.html', 'page.js'].map(
  (name) => `\n${readFileSync(new URL(name, import.meta.url), 'utf8')}`,
)

/**
 * Serves the consent page at `GET /oauth/authorize` for browsers that accept HTML. It is the same for every
 * request. Its script signs the user in, reads the request's metadata as JSON and shows it as text. It then
 * posts the consent and follows the redirect. The page cannot be framed and loads no other resources.
 */
export function consentPage(site: Site): Router {
  const router = express.Router({ caseSensitive: true })
  router.get('/oauth/authorize', (request, response, next) => {
    if (request.accepts(['json', 'html']) !== 'html') return next()
    const nonce = randomBytes(16).toString('base64')
    response
      .set({
        ...pageHeaders([
          "default-src 'none'",
          `script-src 'nonce-${nonce}'`,
          `style-src 'nonce-${nonce}'`,
          "connect-src 'self'",
        ]),
        'Cache-Control': 'no-store',
        Vary: 'Accept',
      })
      .type('html')
      .send(pageOf(nonce, site.publicUrl))
  })
  return router
}

const pageOf = (nonce: string, issuer: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Install an app</title>
<style nonce="${nonce}">${style}</style>
</head>
<body data-issuer="${escapeAttribute(issuer)}">
<main>${body}</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (character) => ENTITIES[character] ?? '')
