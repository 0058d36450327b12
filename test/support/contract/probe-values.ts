/** Tables by the noun in a name. A name without a noun in this list fails the test of tenants: add it. */
const NOUNS: Record<string, string> = {
  post: 'posts',
  feature_request: 'posts',
  child: 'posts',
  duplicate: 'posts',
  vote: 'posts',
  bucket: 'buckets',
  board: 'buckets',
  status: 'statuses',
  state: 'statuses',
  tag: 'tags',
  comment: 'comments',
  customer: 'users',
  import: 'import_runs',
  export: 'export_runs',
  file: 'transfer_files',
  user: 'users',
  from: 'users',
  into: 'users',
  member: 'users',
  team: 'users',
  author: 'users',
  submitter: 'users',
  owner: 'users',
  actor: 'users',
  roadmap: 'roadmaps',
  label: 'changelog_labels',
  changelog: 'changelogs',
  original: 'changelogs',
  api_key: 'api_keys',
  organization: 'organizations',
  webhook: 'webhooks',
  event: 'events',
  deliver: 'deliveries',
  install: 'oauth_installs',
  invitation: 'invitations',
  mail: 'mails',
  suppression: 'mail_suppressions',
  notification: 'notifications',
  session: 'sessions',
  provider: 'sign_in_providers',
  upload: 'uploads',
  client: 'oauth_apps',
  auth_app: 'oauth_apps',
  subject: 'webhooks',
}

/**
 * The tables that a name such as `tagIds` or `state_id` refers to. A bare `id` or `parentId` refers to the
 * tables of its context.
 */
export function tablesNamed(name: string, context: string): string[] {
  const own = tablesIn(name)
  return own.length > 0 ? own : tablesIn(context)
}

function tablesIn(text: string): string[] {
  const snake = text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const nouns = Object.keys(NOUNS).filter((noun) => snake.includes(noun))
  return [...new Set(nouns.map((noun) => NOUNS[noun] ?? ''))]
}

const TEXTS: [name: RegExp, value: string][] = [
  [/email/i, 'somebody@example.com'],
  [/ur[li]s?$/i, 'https://example.com/'],
  [/color/i, '#336699'],
  [/slug/i, 'plausible'],
  [/locale/i, 'en'],
  [/_at$|At$/, '2099-01-01T00:00:00.000Z'],
]

/** A plausible text for a field of that name. */
export function textNamed(name: string): string {
  return TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'Plausible'
}

/** A plausible value for a required scalar of a GraphQL input. */
export function sampleNamed(name: string, type: string): unknown {
  if (type === 'Int' || type === 'Float') return 1
  if (type === 'Boolean') return true
  if (type === 'DateTime') return '2099-01-01T00:00:00.000Z'
  if (type === 'Date') return '2099-01-01'
  if (type === 'JSONObject') return {}
  return textNamed(name)
}
