export type DemoCredentials = {
  organization: { slug: string }
  admin: { email: string; password: string }
  apiKey: string
}

/** The demo's credentials, the file that keeps them, and whether they are to be printed. */
export type Demo = { credentials: DemoCredentials; path: string; isShown: boolean }

export type Start = {
  /** Where the service listens. */
  url: string
  publicUrl: string
  /** Where the metrics have a port of their own; null where they have none. */
  metricsUrl: string | null
  demo: Demo | null
}

/**
 * What a start prints: where the service listens (first line), and for a demo three things to try, with its credentials or
 * with where they are kept: what is printed into a log or a pipe stays there.
 */
export function startupBanner({ url, publicUrl, metricsUrl, demo }: Start): string {
  const lines = [
    `listening on ${url}`,
    '',
    `  GraphQL   ${publicUrl}/graphql`,
    `  REST      ${publicUrl}/api/v3   (reference: ${publicUrl}/docs)`,
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
       -d '{"query":"{ posts(sort: TOP, first: 3) { nodes { title votesCount bucket { name } } } }"}'

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

/** A path as one word of a shell. */
const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`
