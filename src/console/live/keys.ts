type Entity = { id?: unknown }

/**
 * Key of an object: its id. Without one, the cache stores it in the object that contains it. Events never change, and
 * the cache would keep each one of an open subscription.
 */
const identity = ({ id }: Entity) => (typeof id === 'string' && !id.startsWith('evt_') ? id : null)

/** Keys of every type, those of the future included. Each selection of an object with an id contains the id. */
export const KEYS = new Proxy<Record<string, typeof identity>>({}, { get: () => identity })

/** Types of each interface. Without them the cache guesses from the fields which fragments are meant. */
export const POSSIBLE_TYPES = {
  Event: [
    'BucketEvent',
    'ChangelogEvent',
    'CommentEvent',
    'CustomerEvent',
    'MemberEvent',
    'PostEvent',
    'RoadmapEvent',
    'VoteEvent',
    'WebhookEvent',
  ],
  Node: [
    'Account',
    'ApiKey',
    'AuditEntry',
    'Bucket',
    'BucketEvent',
    'Changelog',
    'ChangelogEvent',
    'ChangelogLabel',
    'Comment',
    'CommentEvent',
    'Customer',
    'CustomerEvent',
    'CustomerImport',
    'DeliveryAttempt',
    'ExportRun',
    'ImportFile',
    'ImportRun',
    'Install',
    'Invitation',
    'Mail',
    'MailSuppression',
    'MemberEvent',
    'Notification',
    'OAuthApp',
    'Organization',
    'Post',
    'PostEvent',
    'PostSubscriber',
    'Roadmap',
    'RoadmapEvent',
    'RoadmapPost',
    'Session',
    'SignInProvider',
    'Status',
    'Tag',
    'TeamMember',
    'Upload',
    'User',
    'Vote',
    'VoteEvent',
    'Webhook',
    'WebhookDelivery',
    'WebhookEvent',
  ],
}
