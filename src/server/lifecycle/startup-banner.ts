import { hasRoot } from '../../portal/addresses.ts'

type DemoCredentials = {
  organization: { slug: string }
  admin: { email: string; password: string }
  apiKey: string
}

/** Credentials of the demo, the file that contains them, and whether to print them. */
type Demo = { credentials: DemoCredentials; path: string; isShown: boolean }

type Start = {
  /** Address on which the service listens. */
  url: string
  publicUrl: string
  /** Address of the metrics if they have their own port, else null. */
  metricsUrl: string | null
  demo: Demo | null
}

/**
 * Returns the text printed at startup. Its first line is the service's address. With a path in the public URL there are
 * no console and no portal. For a demo, three examples follow. They contain the credentials, or the path of their file,
 * because output may be logged.
 */
export function startupBanner({ url, publicUrl, metricsUrl, demo }: Start): string {
  const lines = [
    `listening on ${url}`,
    '',
    ...(hasRoot(publicUrl) ? [`  Console   ${publicUrl}/console`, `  Portal    ${publicUrl}/`] : []),
    `  GraphQL   ${publicUrl}/graphql`,
    `  REST      ${publicUrl}/api/v3   (reference: ${publicUrl}/docs/rest)`,
    `  Health    ${publicUrl}/healthz  ${publicUrl}/readyz  ${metricsUrl ?? publicUrl}/metrics`,
  ]
  if (!demo) return `${lines.join('\n')}\n`
  const key = demo.isShown ? demo.credentials.apiKey : '$API_KEY'
  return `${lines.join('\n')}

${demo.isShown ? shown(demo) : hidden(demo)}
Three things to try:

  1. The posts with the most votes, over REST:
     curl -s '${publicUrl}/api/v3/feature_requests?sort=top&per_page=3' -H "API-KEY: ${key}"

  2. The same in GraphQL, with just the fields you want:
     curl -s '${publicUrl}/graphql' -H "API-KEY: ${key}" -H 'Content-Type: application/json' \\
       -d '{"query":"{ posts(orderBy: {field: VOTES, direction: DESC}, first: 3) { nodes { title votesCount bucket { name } } } }"}'

  3. A post of your own:
     curl -s '${publicUrl}/api/v3/feature_requests' -H "API-KEY: ${key}" -H 'Content-Type: application/json' \\
       -d '{"title":"My first post","description":"Written with curl"}'

`
}

function shown({ credentials: { organization, admin, apiKey } }: Demo): string {
  return `  Demo organization  ${organization.slug}
  Admin              ${admin.email}  password ${admin.password}
  API key            ${apiKey}
`
}

function hidden({ credentials: { organization, admin }, path }: Demo): string {
  return `  Demo organization  ${organization.slug}
  Admin              ${admin.email}
  Credentials        ${path}   (or start with --print-credentials)

  API_KEY=$(sed -n 's/.*"apiKey": "\\(.*\\)".*/\\1/p' ${quoted(path)})
`
}

/** Quotes a path as one word of a shell. */
const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`
