import type { Scope } from '../../auth/scopes.ts'

/**
 * Scope an OAuth token needs for a type when a field of another type returns it. Without it, only the fields
 * in `shows` can be selected (contract 4).
 */
export type TypeScope = { scope: Scope; publicFields?: readonly string[] }

/**
 * The scope of each type. This is its only declaration. `null` requires none. Types that are not listed are
 * closed to OAuth tokens. Connections and edges have the scope of their items.
 */
export const TYPE_SCOPES: Record<string, TypeScope | null> = {
  Organization: { scope: 'posts:read', publicFields: ['id', 'databaseId', 'slug', 'name'] },
  Bucket: { scope: 'posts:read' },
  Status: { scope: 'posts:read' },
  Post: { scope: 'posts:read', publicFields: ['id', 'databaseId', 'slug', 'title', 'url'] },
  PostUpdateResult: null,
  SimilarPost: { scope: 'posts:read' },
  PostSubscriber: { scope: 'posts:read' },
  Comment: { scope: 'comments:read' },
  Vote: { scope: 'votes:read' },
  Tag: { scope: 'tags:read', publicFields: ['id', 'databaseId', 'name', 'color'] },
  Changelog: { scope: 'changelog:read' },
  ChangelogLabel: { scope: 'changelog:read' },
  Roadmap: { scope: 'roadmap:read' },
  RoadmapPost: { scope: 'roadmap:read' },
  RoadmapIcon: null,
  Customer: { scope: 'customers:read' },
  CustomerImportFailure: null,
  TeamMember: { scope: 'member:read' },
  User: {
    scope: 'customers:read',
    publicFields: [
      'id',
      'databaseId',
      'name',
      'avatarUrl',
      'url',
      'role',
      'bot',
      'confirmed',
      'maskedEmail',
      'createdAt',
    ],
  },
  Viewer: null,
  OAuthScope: null,
  Webhook: { scope: 'webhooks:manage' },
  WebhookHealth: { scope: 'webhooks:manage' },
  WebhookDelivery: { scope: 'webhooks:manage' },
  DeliveryAttempt: { scope: 'webhooks:manage' },
  Header: { scope: 'webhooks:manage' },
  Event: null,
  EventActor: null,
  Change: null,
  PostEvent: null,
  CommentEvent: null,
  VoteEvent: null,
  ChangelogEvent: null,
  CustomerEvent: null,
  RoadmapEvent: null,
  BucketEvent: null,
  MemberEvent: null,
  WebhookEvent: null,
  PostSnapshot: { scope: 'posts:read', publicFields: ['postId', 'databaseId', 'slug', 'title', 'url'] },
  PostReferenceSnapshot: null,
  PostCountsSnapshot: { scope: 'posts:read', publicFields: ['postId'] },
  StatusSnapshot: { scope: 'posts:read' },
  TagSnapshot: { scope: 'tags:read', publicFields: ['tagId', 'databaseId', 'name', 'color'] },
  BucketSnapshot: { scope: 'posts:read' },
  CommentSnapshot: { scope: 'comments:read' },
  ChangelogSnapshot: { scope: 'changelog:read' },
  CustomerSnapshot: { scope: 'customers:read' },
  RoadmapSnapshot: { scope: 'roadmap:read' },
  MemberSnapshot: { scope: 'member:read' },
  WebhookSnapshot: { scope: 'webhooks:manage' },
  StatusCount: { scope: 'posts:read' },
  Activity: { scope: 'posts:read' },
  ActivityCounts: { scope: 'posts:read' },
  ModerationCounts: { scope: 'posts:read' },
  UserError: null,
  PageInfo: null,
}
