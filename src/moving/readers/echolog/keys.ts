const KEY_TEXTS = {
  organization: `slug name description homePage avatarUrl portalUrl colorPrimary colorPrimaryLight colorPrimaryDark
    formDescription submitButtonText multilingualChangelog visibility anonymousVotes anonymousPosts signUp
    signUpDomains mailSenderName mailReplyTo mailFooter timeZone notifyPeopleOfImports locales defaultLocale`,
  statuses: 'slug name kind color position percentage',
  buckets: 'slug name description private requiresModeration position',
  tags: 'name color',
  people: 'name email avatarUrl locale bot role customer blocked starred labels customFields anonymizedAt',
  posts: `slug title descriptionHtml bucketId statusId submitterId approvalStatus hidden pinned tagIds importedVotes
    importedDownvotes`,
  votes: 'postId userId direction',
  subscriptions: 'postId userId',
  comments: 'postId parentId authorId bodyHtml internal pinned approvalStatus deletedAt',
  merges: 'childId parentId mergedById voterIds commentIds subscriberIds importedVotes importedDownvotes',
  roadmaps: `slug title description isPublic status icon mode scoreType archived kanbanViewGroup startDate endDate
    ownerId`,
  roadmap_posts: 'roadmapId postId position reach impact confidence effort ease plannedFor',
  changelog_labels: 'name color',
  changelogs: `slug title descriptionHtml locale originalId authorId labelIds postIds publishedAt scheduledAt`,
  webhooks: 'name url events document',
  uploads: 'type bytes sha256',
  external_refs: 'sourceName kind externalId localId',
  addresses: 'path kind localId',
}

/** Files of an export that are read, without `.jsonl`. */
export type EchologList = keyof typeof KEY_TEXTS

/** Keys of the rows of each file. */
export const keysOf = (list: EchologList): ReadonlySet<string> => KEYS[list]

const setOf = (keys: string): ReadonlySet<string> =>
  new Set(['id', 'createdAt', 'updatedAt', ...keys.split(/\s+/)])
const KEYS: Record<EchologList, ReadonlySet<string>> = {
  organization: setOf(KEY_TEXTS.organization),
  statuses: setOf(KEY_TEXTS.statuses),
  buckets: setOf(KEY_TEXTS.buckets),
  tags: setOf(KEY_TEXTS.tags),
  people: setOf(KEY_TEXTS.people),
  posts: setOf(KEY_TEXTS.posts),
  votes: setOf(KEY_TEXTS.votes),
  subscriptions: setOf(KEY_TEXTS.subscriptions),
  comments: setOf(KEY_TEXTS.comments),
  merges: setOf(KEY_TEXTS.merges),
  roadmaps: setOf(KEY_TEXTS.roadmaps),
  roadmap_posts: setOf(KEY_TEXTS.roadmap_posts),
  changelog_labels: setOf(KEY_TEXTS.changelog_labels),
  changelogs: setOf(KEY_TEXTS.changelogs),
  webhooks: setOf(KEY_TEXTS.webhooks),
  uploads: setOf(KEY_TEXTS.uploads),
  external_refs: setOf(KEY_TEXTS.external_refs),
  addresses: setOf(KEY_TEXTS.addresses),
}
