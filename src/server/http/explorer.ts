import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { pageHeaders } from './edge/security-headers.ts'

type Page = { body: Buffer; headers: Record<string, string> }

/** Query with which GraphiQL opens. Lines fit its narrow editor. */
const QUERY = `# Sign in: write this into "Headers" below.
#   { "API-KEY": "<key>" }
# To get a key:
#   npm run cli -- api-key create --org <slug>
# The key of the demo is in demo.json.

query LatestPosts {
  posts(first: 5) {
    nodes {
      id
      title
      votesCount
    }
  }
}
`

let page: Promise<Page> | undefined

/**
 * Sends the GraphiQL page, which contains all its resources. It is large, so it is rendered once, at the
 * first request.
 */
export async function sendExplorer(response: Response): Promise<void> {
  page ??= renderPage().catch((error: unknown) => {
    page = undefined
    throw error
  })
  const { body, headers } = await page
  response.set(headers).type('html').set('Content-Length', String(body.length))
  response.end(body)
}

async function renderPage(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const text = renderGraphiQL({
    title: 'Echolog',
    defaultQuery: QUERY,
    defaultEditorToolsVisibility: 'headers',
  })
  // The script contains closing tags in its strings. All of them are escaped except the last one.
  const script = text.slice(text.indexOf('<script>') + '<script>'.length, text.lastIndexOf('</script>'))
  const hash = createHash('sha256').update(script).digest('base64')
  return {
    body: Buffer.from(text),
    headers: {
      ...pageHeaders([
        "default-src 'none'",
        `script-src 'sha256-${hash}'`,
        // The editor creates its styles at run time and its workers from the page's contents.
        "style-src 'unsafe-inline'",
        'worker-src blob:',
        'img-src data:',
        'font-src data:',
        "connect-src 'self'",
      ]),
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  }
}
