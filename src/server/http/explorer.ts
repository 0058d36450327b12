import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { pageHeaders } from './edge/security-headers.ts'

type Page = { body: Buffer; headers: Record<string, string> }

/** Operations with which GraphiQL opens. Its run button lists them. Lines fit its narrow editor. */
const OPERATIONS = `# Sign in: write this into "Headers" below.
#   { "API-KEY": "<key>" }
# To get a key:
#   npm run cli -- api-key create --org <slug>
# The key of the demo is in demo.json.

query LatestPosts {
  posts(first: 5) {
    totalCount
    nodes {
      id
      title
      votesCount
    }
  }
}

query SearchPosts {
  posts(
    filter: { search: "dark mode" }
    orderBy: { field: RELEVANCE, direction: DESC }
    first: 5
  ) {
    totalCount
    nodes {
      id
      title
    }
  }
}

# Expected errors, such as an empty title, are data.
mutation CreatePost {
  createPost(input: { title: "My first post" }) {
    post {
      id
      title
    }
    errors {
      code
      field
      message
    }
  }
}

# "snapshot" is the post right after the change,
# and "post" is the post now.
query LatestEvents {
  events(last: 5) {
    totalCount
    nodes {
      id
      type
      actor {
        kind
      }
      changes {
        field
        from
        to
      }
      ... on PostEvent {
        snapshot {
          title
          votesCount
        }
        post {
          id
          title
          votesCount
        }
      }
    }
  }
}

# Sends each event as it happens.
subscription FollowEvents {
  events {
    id
    type
    ... on PostEvent {
      snapshot {
        title
        votesCount
      }
    }
  }
}
`

/**
 * Options of the console's page. The browser reads the organization from the address, so that one page with one
 * hash serves all organizations.
 */
const OF_CONSOLE = `((options) => ({
  ...options,
  endpoint: '/graphql',
  additionalHeaders: { 'X-Organization': location.pathname.split('/')[2] },
  defaultQuery: options.defaultQuery.replace(/^(#.*\\n)+\\n/, () =>
    '# You are signed in, in the organization of the address.\\n\\n'),
}))`

type Kind = 'anonymous' | 'console'

const pages = new Map<Kind, Promise<Page>>()

/**
 * Sends the GraphiQL page, which contains all its resources. It is large, so it is rendered once, at the
 * first request. That of the console sends its requests to `/graphql`, with the session of the browser and the
 * organization of its address.
 */
export async function sendExplorer(response: Response, kind: Kind = 'anonymous'): Promise<void> {
  const page = pages.get(kind) ?? renderPage(kind)
  pages.set(kind, page)
  page.catch(() => pages.delete(kind))
  const { body, headers } = await page
  response.set(headers).type('html').set('Content-Length', String(body.length))
  response.end(body)
}

async function renderPage(kind: Kind): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const options = {
    title: 'Echolog',
    defaultQuery: OPERATIONS,
    defaultEditorToolsVisibility: 'headers',
  } as const
  const rendered = renderGraphiQL(options)
  const text = kind === 'console' ? withOptions(rendered, JSON.stringify(options)) : rendered
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

/** Returns the page whose `options` are those of the console. */
function withOptions(text: string, options: string): string {
  const start = text.lastIndexOf(options)
  if (start < 0) throw new Error('The page of GraphiQL has no options')
  return `${text.slice(0, start)}${OF_CONSOLE}(${options})${text.slice(start + options.length)}`
}
