import { randomBytes } from 'node:crypto'
import express, { type Router } from 'express'
import type { Site } from '../../../auth/session-token.ts'
import { pageHeaders } from '../edge/security-headers.ts'
import { PAGE_SCRIPT } from './page-script.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 30rem; margin: 3rem auto; padding: 0 1rem }
h1 { font-size: 1.3rem }
label { display: block; margin: .8rem 0 }
input:not([type=checkbox]), select { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit }
button { font: inherit; padding: .5rem 1.2rem; margin: 1rem .5rem 0 0 }
code { overflow-wrap: anywhere }
[role=alert] { color: #c00 }
[hidden] { display: none }
`

const BODY = `
<p id="problem" role="alert" hidden></p>
<form id="sign-in" hidden>
  <h1>Sign in</h1>
  <label>E-mail <input name="email" type="email" autocomplete="username" required></label>
  <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
  <button>Sign in</button>
</form>
<form id="consent" hidden>
  <h1><span id="app"></span> by <span id="owner"></span> asks to be installed</h1>
  <label>Into <select name="organization" required></select></label>
  <p>It would act <strong id="actor"></strong> and may then:</p>
  <ul id="scopes"></ul>
  <div id="webhook" hidden>
    <p>It wants to receive events at <code id="webhook-url"></code>:</p>
    <div id="events"></div>
  </div>
  <p>You will be sent to <code id="redirect"></code>.</p>
  <button name="allow">Allow</button>
  <button name="deny" type="button">Deny</button>
  <button name="sign-out" type="button">Sign in as someone else</button>
</form>
<noscript><p>This page needs JavaScript.</p></noscript>
`

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
<style nonce="${nonce}">${STYLE}</style>
</head>
<body data-issuer="${escapeAttribute(issuer)}">
<main>${BODY}</main>
<script nonce="${nonce}">${PAGE_SCRIPT}</script>
</body>
</html>
`

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (character) => ENTITIES[character] ?? '')
