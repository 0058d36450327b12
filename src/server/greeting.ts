export type DemoCredentials = {
  organization: { slug: string }
  admin: { email: string; password: string }
  apiKey: string
}

export type Start = {
  /** Where the service listens. */
  url: string
  publicUrl: string
  /** Where the metrics have a port of their own; null where they have none. */
  metricsUrl: string | null
  demo: DemoCredentials | null
}

/** What a start prints: where the service listens (first line), and for a demo its credentials and three things to try. */
export function greeting({ url, publicUrl, metricsUrl, demo }: Start): string {
  const places = [
    `listening on ${url}`,
    '',
    `  GraphQL   ${publicUrl}/graphql`,
    `  REST      ${publicUrl}/api/v3   (reference: ${publicUrl}/docs)`,
    `  Health    ${publicUrl}/healthz  ${publicUrl}/readyz  ${metricsUrl ?? publicUrl}/metrics`,
  ]
  if (!demo) return `${places.join('\n')}\n`
  const { organization, admin, apiKey } = demo
  return `${places.join('\n')}

  Demo organization  ${organization.slug}
  Admin              ${admin.email}  password ${admin.password}
  API key            ${apiKey}

Three things to try:

  1. The posts with the most votes, over REST:
     curl -s '${publicUrl}/api/v3/feature_requests?sort=top&per_page=3' -H 'API-KEY: ${apiKey}'

  2. The same in GraphQL, with just the fields you want:
     curl -s '${publicUrl}/graphql' -H 'API-KEY: ${apiKey}' -H 'Content-Type: application/json' \\
       -d '{"query":"{ posts(sort: TOP, first: 3) { nodes { title votesCount bucket { name } } } }"}'

  3. A post of your own:
     curl -s '${publicUrl}/api/v3/feature_requests' -H 'API-KEY: ${apiKey}' -H 'Content-Type: application/json' \\
       -d '{"title":"My first post","description":"Written with curl"}'

`
}
