/** All OAuth scopes (contract 5) with their description on the consent page. */
export const SCOPES = {
  'posts:read': "Read posts, buckets and the organization's public information",
  'posts:write': 'Create, change, merge and delete posts',
  'comments:read': 'Read comments',
  'comments:write': 'Create, change and delete comments',
  'votes:read': 'Read who voted for a post',
  'votes:write': 'Cast and withdraw votes for others',
  'changelog:read': 'Read changelogs',
  'changelog:write': 'Create, change, publish and delete changelogs',
  'roadmap:read': 'Read roadmaps',
  'tags:read': 'Read tags',
  'tags:write': 'Create, change and delete tags',
  'customers:read': 'Read customers',
  'customers:write': 'Create, import, change and delete customers',
  'member:read': 'Read the team',
  'member:write': 'Change the team',
  'webhooks:manage': "Receive events and manage the install's own webhook",
} as const satisfies Record<string, string>

export type Scope = keyof typeof SCOPES

/** Scopes that a public client cannot have, because an agent needs none of them. */
const OF_APPS: ReadonlySet<string> = new Set<Scope>(['member:write', 'webhooks:manage'])

/** Scopes that a public client can have. */
export const AGENT_SCOPES = (Object.keys(SCOPES) as Scope[]).filter((scope) => !OF_APPS.has(scope))

/** Scopes of a public client that requests none. */
export const READING_SCOPES: readonly Scope[] = [
  'posts:read',
  'comments:read',
  'tags:read',
  'roadmap:read',
  'changelog:read',
]
