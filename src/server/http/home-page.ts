import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { pageHeaders } from './edge/security-headers.ts'

/** Style of the pages of the documentation. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1c2128; --soft: #57606a; --line: #d0d7de; --link: #0757ba; --back: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9aa4af; --line: #30363d; --link: #6cb1ff; --back: #0d1117 }
}
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.25rem }
h1 { margin: 0; font-size: 1.75rem }
h2 { margin: 0; font-size: 1.125rem }
p { margin: .25rem 0 }
.soft { color: var(--soft) }
section { border-top: 1px solid var(--line); padding: 1.25rem 0; margin-top: 1.25rem }
section + section { margin-top: 0 }
a { color: var(--link) }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
`
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Echolog</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>Echolog</h1>
<p class="soft">Customer feedback and changelogs. The service runs.</p>
<section>
<h2>REST</h2>
<p><a href="/docs/rest">/docs/rest</a> documents every request and sends it from the page.
<a href="/openapi.json">/openapi.json</a> is the same for programs.</p>
<p class="soft">Requests go to <code>/api/v3/…</code> with the header <code>API-KEY</code>.</p>
<p class="soft">Example: <code>GET /api/v3/feature_requests?q=dark+mode</code></p>
</section>
<section>
<h2>GraphQL</h2>
<p><a href="/graphql">/graphql</a> is the endpoint. A browser opens GraphiQL there, except in production.</p>
<p class="soft">Requests are <code>POST /graphql</code> with the header <code>API-KEY</code> or <code>Authorization</code>.</p>
<p class="soft">Example: <code>{ posts(filter: { search: "dark mode" }) { nodes { title } } }</code></p>
</section>
<section>
<h2>Live</h2>
<p>Subscriptions are served at <code>/graphql</code>, over WebSocket (<code>graphql-transport-ws</code>) or as
server-sent events (<code>Accept: text/event-stream</code>).</p>
<p class="soft">Example: <code>subscription { events { id type } }</code></p>
</section>
</main>
</body>
</html>
`
const HEADERS = {
  ...pageHeaders([
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
    'img-src data:',
  ]),
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Serves the page that names the interfaces of the service. */
export const homePage: RequestHandler = (_request, response) =>
  void response.set(HEADERS).type('html').send(PAGE)
