/** Every OAuth scope (contract chapter 5) and what consent says of it. */
export const SCOPES = {
  'posts:read': 'Read posts, boards and statuses',
  'posts:write': 'Create, change, merge and delete posts',
  'comments:read': 'Read comments',
  'comments:write': 'Write, change and delete comments',
  'votes:read': 'See who voted',
  'votes:write': 'Vote',
  'changelog:read': 'Read changelogs',
  'changelog:write': 'Write and publish changelogs',
  'roadmap:read': 'Read roadmaps',
  'tags:read': 'Read tags',
  'tags:write': 'Create, change and delete tags',
  'customers:read': 'Read customers',
  'customers:write': 'Create, change and delete customers',
  'member:read': 'Read the team',
  'member:write': 'Change the team',
  'webhooks:manage': 'Receive events at a webhook',
} as const satisfies Record<string, string>

export type Scope = keyof typeof SCOPES
