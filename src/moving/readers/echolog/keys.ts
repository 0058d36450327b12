const KEY_TEXTS = {
  organization: `slug name description homePage avatarUrl portalUrl colorPrimary colorPrimaryLight colorPrimaryDark
    formDescription submitButtonText multilingualChangelog visibility anonymousVotes anonymousPosts signUp
    signUpDomains mailSenderName mailReplyTo mailFooter timeZone notifyPeopleOfImports locales defaultLocale`,
  statuses: 'slug name kind color position percentage',
  buckets: 'slug name description private requiresModeration position',
  tags: 'name color',
  people:
    'name email avatarUrl locale bot role customer blocked starred reachable noMail labels customFields anonymizedAt',
  posts: `slug title descriptionHtml bucketId statusId submitterId approvalStatus hidden pinned tagIds importedVotes
    importedDownvotes`,
  votes: 'postId userId direction addedById',
  subscriptions: 'postId userId',
  comments: `postId parentId authorId bodyHtml internal pinned official mentionIds approvalStatus
    deletedAt`,
  merges: `childId parentId mergedById voterIds commentIds subscriberIds muteIds importedVotes
    importedDownvotes`,
  roadmaps: `slug title description isPublic status icon mode scoreType archived kanbanViewGroup startDate endDate
    ownerId`,
  roadmap_posts: 'roadmapId postId position reach impact confidence effort ease plannedFor',
  changelog_labels: 'name color',
  changelogs: `slug title descriptionHtml locale originalId authorId labelIds postIds publishedAt scheduledAt
    notify notifiedAt`,
  webhooks: 'name url events document',
  uploads: 'type bytes sha256',
  external_refs: 'sourceName kind externalId localId',
  addresses: 'path kind localId',
  post_mutes: 'postId userId',
  changelog_subscribers: 'userId',
  notification_preferences: 'userId kind frequency inBell',
  mail_suppressions: 'email reason detail',
  user_identities: 'userId issuer subject',
}

/** Files of an export that are read, without `.jsonl`. */
export type EchologList = keyof typeof KEY_TEXTS

/** Keys of the rows of a file. */
export const keysOf = (list: EchologList): ReadonlySet<string> =>
  new Set(['id', 'createdAt', 'updatedAt', ...KEY_TEXTS[list].split(/\s+/)])
