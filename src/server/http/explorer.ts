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

/** Heading and title of the page. */
const TITLES = {
  anonymous: ['GraphiQL', 'Echolog'],
  console: ['GraphiQL with your session', 'GraphiQL with your session · Echolog'],
} as const

/** Contrast and sizes that WCAG 2.2 requires, and a heading for screen readers. */
const STYLES = `
h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
.graphiql-container .graphiql-logo * { color: hsl(var(--color-neutral)) !important; }
.graphiql-container .graphiql-tab-close { min-width: 24px; min-height: 24px; }
`

/** Makes the tabs of GraphiQL a list of buttons. A tab cannot contain a button (WAI-ARIA 1.2). */
const PLAIN_TABS = `
new MutationObserver(() => {
  for (const list of document.querySelectorAll('.graphiql-tabs[role]')) list.removeAttribute('role')
  for (const tab of document.querySelectorAll('.graphiql-tab[aria-selected]')) {
    tab.firstElementChild?.setAttribute('aria-current', tab.getAttribute('aria-selected'))
    tab.removeAttribute('aria-selected')
    tab.removeAttribute('role')
  }
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-selected'] })
`

type Kind = keyof typeof TITLES

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
  const [heading, title] = TITLES[kind]
  const options = {
    title,
    defaultQuery: OPERATIONS,
    defaultEditorToolsVisibility: 'headers',
  } as const
  const rendered = renderGraphiQL(options)
  const whole = kind === 'console' ? withOptions(rendered, JSON.stringify(options)) : rendered
  const text = corrected(whole, heading)
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

/** Returns the page with its heading, and with markup that WCAG 2.2 requires. */
function corrected(text: string, heading: string): string {
  const end = text.lastIndexOf('</script>')
  return `${text.slice(0, end)}${PLAIN_TABS}${text.slice(end)}`
    .replace('<meta charset="utf-8" />', (meta) => `${meta}<style>${STYLES}</style>`)
    .replace('<div id="root">', (root) => `<h1>${heading}</h1>${root}`)
}

/** Returns the page whose `options` are those of the console. */
function withOptions(text: string, options: string): string {
  const start = text.lastIndexOf(options)
  if (start < 0) throw new Error('The page of GraphiQL has no options')
  return `${text.slice(0, start)}${OF_CONSOLE}(${options})${text.slice(start + options.length)}`
}
