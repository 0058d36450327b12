import type { Scope } from '../../auth/scopes.ts'

/**
 * What an OAuth token sees of an object that it comes to from another one: with `scope` all of it; without, the
 * fields in `shows`, which is what the answers of other scopes refer to it by (contract chapter 4).
 */
export type TypeScope = { scope: Scope; publicFields?: readonly string[] }

/**
 * The scope that opens each type, declared here and nowhere else; `null` opens it to whoever comes there. A type
 * that is not listed is closed to OAuth tokens. Pages and edges of lists are as what they list.
 */
export const TYPE_SCOPES: Record<string, TypeScope | null> = {
  Organization: { scope: 'posts:read', publicFields: ['id', 'slug', 'name'] },
  Bucket: { scope: 'posts:read' },
  Status: { scope: 'posts:read' },
  Post: { scope: 'posts:read', publicFields: ['id', 'slug', 'title', 'url'] },
  PostSubscriber: { scope: 'posts:read' },
  Comment: { scope: 'comments:read' },
  Vote: { scope: 'votes:read' },
  Tag: { scope: 'tags:read', publicFields: ['id', 'name', 'color'] },
  Changelog: { scope: 'changelog:read' },
  ChangelogLabel: { scope: 'changelog:read' },
  Roadmap: { scope: 'roadmap:read' },
  RoadmapPost: { scope: 'roadmap:read' },
  RoadmapIcon: null,
  Customer: { scope: 'customers:read' },
  CustomerImport: { scope: 'customers:read' },
  CustomerImportError: null,
  TeamMember: { scope: 'member:read' },
  User: {
    scope: 'customers:read',
    publicFields: ['id', 'name', 'avatarUrl', 'url', 'role', 'bot', 'confirmed', 'maskedEmail', 'createdAt'],
  },
  Viewer: null,
  Webhook: { scope: 'webhooks:manage' },
  SignedWebhook: { scope: 'webhooks:manage' },
  WebhookDelivery: { scope: 'webhooks:manage' },
  DeliveryAttempt: { scope: 'webhooks:manage' },
  Redelivery: { scope: 'webhooks:manage' },
  Event: null,
  PostEvent: null,
  ChangelogEvent: null,
  WebhookEvent: null,
  StatusCount: { scope: 'posts:read' },
  Deleted: null,
  PageInfo: null,
}
