import type { ColumnType } from "kysely";
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export const ActorMode = {
    app: "app",
    self: "self"
} as const;
export type ActorMode = (typeof ActorMode)[keyof typeof ActorMode];
export const OrganizationVisibility = {
    public: "public",
    members: "members"
} as const;
export type OrganizationVisibility = (typeof OrganizationVisibility)[keyof typeof OrganizationVisibility];
export const ApprovalStatus = {
    pending: "pending",
    approved: "approved"
} as const;
export type ApprovalStatus = (typeof ApprovalStatus)[keyof typeof ApprovalStatus];
export const RoadmapStatus = {
    backlog: "backlog",
    planned: "planned",
    in_progress: "in_progress",
    completed: "completed"
} as const;
export type RoadmapStatus = (typeof RoadmapStatus)[keyof typeof RoadmapStatus];
export const RoadmapMode = {
    kanban: "kanban",
    list: "list",
    timeline: "timeline"
} as const;
export type RoadmapMode = (typeof RoadmapMode)[keyof typeof RoadmapMode];
export const ScoreType = {
    none: "none",
    votes: "votes",
    rice: "rice",
    ice: "ice"
} as const;
export type ScoreType = (typeof ScoreType)[keyof typeof ScoreType];
export const KanbanViewGroup = {
    status: "status",
    month: "month",
    quarter: "quarter"
} as const;
export type KanbanViewGroup = (typeof KanbanViewGroup)[keyof typeof KanbanViewGroup];
export const StatusKind = {
    submitted: "submitted",
    under_review: "under_review",
    planned: "planned",
    in_progress: "in_progress",
    completed: "completed",
    closed: "closed"
} as const;
export type StatusKind = (typeof StatusKind)[keyof typeof StatusKind];
export const TeamRole = {
    admin: "admin",
    member: "member",
    csm: "csm",
    collaborator: "collaborator"
} as const;
export type TeamRole = (typeof TeamRole)[keyof typeof TeamRole];
export const VoteDirection = {
    up: "up",
    down: "down"
} as const;
export type VoteDirection = (typeof VoteDirection)[keyof typeof VoteDirection];
export const DeliveryState = {
    pending: "pending",
    succeeded: "succeeded",
    failed: "failed",
    held: "held",
    canceled: "canceled"
} as const;
export type DeliveryState = (typeof DeliveryState)[keyof typeof DeliveryState];
export const AttemptOutcome = {
    delivered: "delivered",
    failed: "failed",
    refused: "refused"
} as const;
export type AttemptOutcome = (typeof AttemptOutcome)[keyof typeof AttemptOutcome];
export type Account = {
    id: Generated<number>;
    /**
     * In lower case.
     */
    email: string;
    name: string;
    /**
     * Argon2id in PHC string form. Null if the account has never set a password.
     */
    passwordHash: string | null;
    /**
     * Session tokens issued before this time are invalid. Null if there is no such time.
     */
    sessionsValidFrom: Timestamp | null;
    createdAt: Generated<Timestamp>;
};
export type ApiKey = {
    organizationId: number;
    id: Generated<number>;
    name: Generated<string>;
    /**
     * SHA-256 of the key.
     */
    keyHash: Buffer;
    /**
     * The last four characters, which identify a key in lists.
     */
    lastFour: string;
    creatorId: number;
    lastUsedAt: Timestamp | null;
    revokedAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
};
export type AuditEntry = {
    organizationId: number;
    id: Generated<number>;
    /**
     * Name of the action, such as `app.registered`.
     */
    act: string;
    /**
     * The user of this organization who acted. Null when the other organization or the service acted.
     */
    actorId: number | null;
    /**
     * Client identifier of the app concerned, at the time of the action.
     */
    clientId: string | null;
    /**
     * Type and id of the object of the action, which may have been deleted.
     */
    subjectType: string | null;
    subjectId: number | null;
    details: Generated<unknown>;
    createdAt: Generated<Timestamp>;
};
export type BridgeCursor = {
    id: Generated<number>;
    position: Generated<number>;
    eventId: Generated<number>;
    /**
     * Latest time at which an event up to this one was recorded, which limits the partitions to read.
     */
    reachedAt: Generated<Timestamp>;
};
export type Bucket = {
    organizationId: number;
    id: Generated<number>;
    slug: string;
    name: string;
    description: Generated<string>;
    /**
     * Whether only the team can see it.
     */
    private: Generated<boolean>;
    /**
     * Whether customers' posts require approval.
     */
    requiresModeration: Generated<boolean>;
    position: Generated<number>;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type Changelog = {
    organizationId: number;
    id: Generated<number>;
    slug: string;
    title: string;
    /**
     * Sanitized HTML.
     */
    descriptionHtml: Generated<string>;
    /**
     * Markdown of the description, rendered when it is written.
     */
    descriptionMarkdown: Generated<string>;
    description: Generated<string>;
    preview: Generated<string>;
    locale: Generated<string>;
    /**
     * The entry that this one translates. Null for an original.
     */
    originalId: number | null;
    authorId: number;
    publishedAt: Timestamp | null;
    /**
     * Scheduled time of publication. Null without a schedule, and after the publication.
     */
    scheduledAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type ChangelogDocument = {
    organizationId: number;
    id: number;
    language: string;
};
export type ChangelogLabel = {
    organizationId: number;
    id: Generated<number>;
    name: string;
    color: string;
    createdAt: Generated<Timestamp>;
};
export type ChangelogLabelOnEntry = {
    organizationId: number;
    changelogId: number;
    labelId: number;
};
export type ChangelogPost = {
    organizationId: number;
    changelogId: number;
    postId: number;
    position: Generated<number>;
};
export type Comment = {
    organizationId: number;
    id: Generated<number>;
    postId: number;
    parentId: number | null;
    authorId: number;
    /**
     * Sanitized HTML and its plain text.
     */
    bodyHtml: string;
    body: string;
    pinned: Generated<boolean>;
    /**
     * Whether only the team can see it.
     */
    internal: Generated<boolean>;
    approvalStatus: Generated<ApprovalStatus>;
    /**
     * Time of the deletion. Set on the placeholder that keeps a deleted comment's replies together.
     */
    deletedAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type CommentDocument = {
    organizationId: number;
    id: number;
    language: string;
};
export type CustomerDocument = {
    organizationId: number;
    id: number;
};
export type Delivery = {
    organizationId: number;
    webhookId: number;
    eventPosition: number;
    eventId: number;
    id: Generated<number>;
    eventType: string;
    state: Generated<DeliveryState>;
    dueAt: Timestamp;
    /**
     * Number of all attempts, and of those since it was last queued. The schedule counts the latter.
     */
    attempts: Generated<number>;
    tries: Generated<number>;
    /**
     * The sent bytes, so that every copy is identical.
     */
    body: string | null;
    /**
     * Reason for which it was held, canceled or failed.
     */
    reason: string | null;
    /**
     * Time at which the event was recorded.
     */
    createdAt: Timestamp;
    updatedAt: Generated<Timestamp>;
};
export type DeliveryAttempt = {
    organizationId: number;
    webhookId: number;
    deliveryId: number;
    id: Generated<number>;
    number: number;
    outcome: AttemptOutcome;
    /**
     * Status of the response, or null without one.
     */
    status: number | null;
    durationMs: number;
    /**
     * Pairs of name and value, as sent. Null if nothing was sent.
     */
    requestHeaders: unknown | null;
    /**
     * Pairs of name and value, at most 100 and 8,192 characters. Null without a response.
     */
    responseHeaders: unknown | null;
    /**
     * Whether headers of the response are missing or cut.
     */
    headersTruncated: boolean | null;
    /**
     * The first 16 kB of the response.
     */
    response: string | null;
    error: string | null;
    createdAt: Timestamp;
};
export type DismissedDuplicate = {
    organizationId: number;
    postId: number;
    duplicateId: number;
    createdAt: Generated<Timestamp>;
};
export type DocumentBackfill = {
    organizationId: number;
    kind: string;
    afterId: Generated<number>;
};
export type EncryptionKey = {
    id: Buffer;
    createdAt: Generated<Timestamp>;
};
export type Event = {
    organizationId: number;
    /**
     * Id of the writing transaction. Readers read in the order of (position, id), below the horizon of running
     * transactions.
     */
    position: number;
    id: Generated<number>;
    type: string;
    /**
     * Id of the object that the event is about: of the post for a vote, of the user for a customer or a member.
     */
    subjectId: number;
    /**
     * Post of an event about a post, a vote or a comment. Null for events recorded before it was stored.
     */
    postId: number | null;
    /**
     * Party that caused the event: `user`, `install`, `api_key` or `system`. Null for events recorded before it was
     * stored.
     */
    actorKind: string | null;
    actorId: number | null;
    /**
     * User on whose behalf an install acted.
     */
    actorUserId: number | null;
    /**
     * The subject right after the change.
     */
    snapshot: unknown;
    /**
     * The changed fields of an update, under the names of the webhook's body.
     */
    before: unknown | null;
    after: unknown | null;
    /**
     * Characters of the snapshot and the changes together. 0 for events recorded before sizes were stored.
     */
    size: Generated<number>;
    createdAt: Generated<Timestamp>;
};
export type EventLog = {
    id: Generated<number>;
    /**
     * Added to transaction ids, so that positions keep increasing when the data moves to another cluster.
     */
    shift: Generated<number>;
    /**
     * The highest position that was dropped with its partition.
     */
    forgotten: Generated<number>;
};
export type FailedAttempt = {
    slot: number;
    key: Buffer;
    failures: number;
    lastAt: Timestamp;
    expiresAt: Timestamp;
};
export type Invitation = {
    organizationId: number;
    id: Generated<number>;
    /**
     * In lower case.
     */
    email: string;
    role: TeamRole;
    /**
     * SHA-256 of the link's token.
     */
    tokenHash: Buffer;
    /**
     * The admin who invited. The invitation ends when they cease to be an admin.
     */
    invitedById: number;
    createdAt: Generated<Timestamp>;
    expiresAt: Timestamp;
    acceptedAt: Timestamp | null;
    withdrawnAt: Timestamp | null;
};
export type OAuthApp = {
    organizationId: number;
    id: Generated<number>;
    /**
     * The OAuth client identifier, with the prefix `foapp_`.
     */
    clientId: string;
    name: string;
    redirectUris: string[];
    /**
     * Allowed actors, `app` and `self`. Stored as text, because drivers return arrays of an enum as one
     * string.
     */
    allowedActorModes: string[];
    declaredScopes: string[];
    webhookUrl: string | null;
    subscribedWebhookEvents: string[];
    /**
     * SHA-256 of the client secret.
     */
    secretHash: Buffer;
    /**
     * The signing secret of its installs' webhooks, encrypted with the server's key. The previous one also
     * signs until it expires.
     */
    webhookSecretCiphertext: Buffer | null;
    previousWebhookSecretCiphertext: Buffer | null;
    previousWebhookSecretUntil: Timestamp | null;
    suspendedAt: Timestamp | null;
    /**
     * Since when installs that did not fit the transaction of its suspension or deletion are being removed. None of them works.
     */
    endingSince: Timestamp | null;
    /**
     * When it was deleted, while its installs are still being removed. It is suspended too.
     */
    deletedAt: Timestamp | null;
    createdById: number;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type OAuthCode = {
    /**
     * The target organization.
     */
    organizationId: number;
    id: Generated<number>;
    /**
     * SHA-256 of the code.
     */
    codeHash: Buffer;
    appOrganizationId: number;
    appId: number;
    redirectUri: string;
    actor: ActorMode;
    /**
     * The person who consented.
     */
    userId: number;
    scopes: string[];
    webhookEvents: string[];
    /**
     * PKCE S256 challenge (RFC 7636).
     */
    codeChallenge: string | null;
    expiresAt: Timestamp;
    usedAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
};
export type OAuthInstall = {
    organizationId: number;
    id: Generated<number>;
    appOrganizationId: number;
    appId: number;
    actor: ActorMode;
    /**
     * The person for `self`, the bot user for `app`.
     */
    userId: number;
    installedById: number;
    scopes: string[];
    webhookEvents: string[];
    /**
     * Whether a token has created or deleted its webhook. The service then creates none by itself.
     */
    ownWebhook: Generated<boolean>;
    /**
     * Time at which its organization removed it, or the app was suspended or deleted.
     */
    revokedAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type OAuthToken = {
    organizationId: number;
    id: Generated<number>;
    installId: number;
    /**
     * The code that the chain started with. The code itself may have been deleted.
     */
    codeId: number;
    /**
     * SHA-256 of each token.
     */
    accessHash: Buffer;
    refreshHash: Buffer;
    /**
     * Scopes of the access token.
     */
    scopes: string[];
    /**
     * Scopes of the refresh token. A refresh for fewer scopes does not change them (RFC 6749, section 6).
     */
    grantScopes: string[];
    accessExpiresAt: Timestamp;
    /**
     * Time at which a refresh replaced the pair.
     */
    rotatedAt: Timestamp | null;
    /**
     * The replacement pair for the idempotent window, encrypted with a key derived from this refresh token.
     */
    replacement: Buffer | null;
    revokedAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
};
export type Organization = {
    id: Generated<number>;
    slug: string;
    name: string;
    description: Generated<string>;
    homePage: string | null;
    avatarUrl: string | null;
    /**
     * URL of the organization's public pages. Null: this server's own public URL.
     */
    portalUrl: string | null;
    colorPrimary: Generated<string>;
    colorPrimaryLight: Generated<string>;
    colorPrimaryDark: Generated<string>;
    formDescription: Generated<string>;
    submitButtonText: Generated<string>;
    multilingualChangelog: Generated<boolean>;
    visibility: Generated<OrganizationVisibility>;
    /**
     * Locales of the public pages.
     */
    locales: Generated<string[]>;
    /**
     * One of the locales. Changelog entries without a locale have it, and search finds the stems of its words.
     */
    defaultLocale: Generated<string>;
    /**
     * The HS256 key of the organization's SSO tokens, encrypted with the server's key.
     */
    ssoKeyCiphertext: Buffer;
    ssoKeyRotatedAt: Generated<Timestamp>;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type Post = {
    organizationId: number;
    id: Generated<number>;
    slug: string;
    title: string;
    /**
     * Sanitized HTML.
     */
    descriptionHtml: Generated<string>;
    /**
     * Plain text of the HTML, and its first words.
     */
    description: Generated<string>;
    preview: Generated<string>;
    bucketId: number;
    statusId: number;
    submitterId: number;
    approvalStatus: Generated<ApprovalStatus>;
    /**
     * Copied from the bucket, so that a list reads a single index.
     */
    private: Generated<boolean>;
    hidden: Generated<boolean>;
    pinned: Generated<boolean>;
    votesCount: Generated<number>;
    downvotesCount: Generated<number>;
    commentsCount: Generated<number>;
    /**
     * The post that this one was merged into. Lists omit merged posts.
     */
    mergedIntoId: number | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type PostDocument = {
    organizationId: number;
    id: number;
    language: string;
};
export type PostMerge = {
    organizationId: number;
    childId: number;
    parentId: number;
    mergedById: number;
    voterIds: number[];
    commentIds: number[];
    subscriberIds: number[];
    createdAt: Generated<Timestamp>;
};
export type PostSubscriber = {
    organizationId: number;
    postId: number;
    userId: number;
    createdAt: Generated<Timestamp>;
};
export type PostTag = {
    organizationId: number;
    postId: number;
    tagId: number;
    /**
     * The columns that a list of posts filters and sorts by, copied from the post by triggers. A list of a
     * tag's posts reads a single index.
     */
    bucketId: Generated<number>;
    statusId: Generated<number>;
    submitterId: Generated<number>;
    approvalStatus: Generated<ApprovalStatus>;
    private: Generated<boolean>;
    hidden: Generated<boolean>;
    mergedIntoId: number | null;
    votesCount: Generated<number>;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type Revision = {
    organizationId: number;
    transactions: number;
};
export type RevisionMark = {
    organizationId: number;
    transaction: number;
};
export type Roadmap = {
    organizationId: number;
    id: Generated<number>;
    slug: string;
    title: string;
    description: Generated<string>;
    isPublic: Generated<boolean>;
    status: Generated<RoadmapStatus>;
    iconType: Generated<string>;
    iconValue: Generated<string>;
    mode: Generated<RoadmapMode>;
    scoreType: Generated<ScoreType>;
    archived: Generated<boolean>;
    kanbanViewGroup: Generated<KanbanViewGroup>;
    startDate: Generated<Timestamp>;
    endDate: Timestamp | null;
    ownerId: number;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type RoadmapPost = {
    organizationId: number;
    roadmapId: number;
    postId: number;
    position: Generated<number>;
    reach: number | null;
    impact: number | null;
    confidence: number | null;
    effort: number | null;
    ease: number | null;
    createdAt: Generated<Timestamp>;
};
export type Session = {
    id: Generated<number>;
    /**
     * SHA-256 of the token.
     */
    tokenHash: Buffer;
    /**
     * The account that signed in with its password. Null for a session by SSO.
     */
    accountId: number | null;
    /**
     * The organization and the person of a session by SSO. Null for one of an account.
     */
    organizationId: number | null;
    userId: number | null;
    /**
     * Time of the organization's SSO key under which the session started. The session ends with that key.
     */
    ssoKeyRotatedAt: Timestamp | null;
    /**
     * The first 256 characters of the client's User-Agent.
     */
    userAgent: string;
    /**
     * IP address of the client that started the session.
     */
    address: string;
    createdAt: Generated<Timestamp>;
    /**
     * Time of the last request, with a precision of ten minutes.
     */
    lastSeenAt: Generated<Timestamp>;
    /**
     * 14 days after the last request, and at most 30 days after the start.
     */
    expiresAt: Timestamp;
};
export type Status = {
    organizationId: number;
    id: Generated<number>;
    slug: string;
    name: string;
    kind: StatusKind;
    color: string;
    position: number;
    /**
     * Progress of the posts in this status, 0 to 100 percent.
     */
    percentage: Generated<number>;
    createdAt: Generated<Timestamp>;
};
export type Tag = {
    organizationId: number;
    id: Generated<number>;
    name: string;
    color: string;
    createdAt: Generated<Timestamp>;
};
export type UnfinishedDeliveries = {
    organizationId: number;
    webhookId: number;
    /**
     * The new state of the deliveries: canceled, or pending.
     */
    state: DeliveryState;
    /**
     * Reason of the cancellation.
     */
    reason: string | null;
    /**
     * Time of the request.
     */
    createdAt: Timestamp;
};
export type UnqueuedEvent = {
    organizationId: number;
    position: number;
    eventId: number;
    /**
     * Time at which the event was recorded, which limits the partitions to read.
     */
    createdAt: Timestamp;
};
export type User = {
    organizationId: number;
    id: Generated<number>;
    accountId: number | null;
    /**
     * In lower case. Null for bot users and anonymized persons.
     */
    email: string | null;
    name: string;
    avatarUrl: string | null;
    /**
     * The team role. Null for a person outside the team.
     */
    role: TeamRole | null;
    joinedTeamAt: Timestamp | null;
    roleChangedAt: Timestamp | null;
    /**
     * Time at which the account accepted to be this person, by a link of the organization or through the operator.
     * Null: the account cannot act in the organization.
     */
    acceptedAt: Timestamp | null;
    /**
     * Whether it acts for an installed app.
     */
    bot: Generated<boolean>;
    /**
     * Time since which the person is listed among the customers, or null.
     */
    customerSince: Timestamp | null;
    blocked: Generated<boolean>;
    starred: Generated<boolean>;
    labels: string[];
    customFields: Generated<unknown>;
    anonymizedAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type Vote = {
    organizationId: number;
    postId: number;
    userId: number;
    direction: Generated<VoteDirection>;
    createdAt: Generated<Timestamp>;
};
export type Webhook = {
    organizationId: number;
    id: Generated<number>;
    installId: number | null;
    /**
     * The person who created an organization's own webhook, and for whom its document runs. Null for an
     * install's webhook.
     */
    createdById: number | null;
    name: Generated<string>;
    url: string;
    events: string[];
    /**
     * A stored subscription. Null: the built-in documents.
     */
    document: string | null;
    /**
     * The webhook's own signing secret, encrypted with the server's key. The previous one also signs until it
     * expires.
     */
    secretCiphertext: Buffer | null;
    previousSecretCiphertext: Buffer | null;
    previousSecretUntil: Timestamp | null;
    /**
     * Time since which the webhook is disabled. Its deliveries are held.
     */
    disabledAt: Timestamp | null;
    disabledReason: string | null;
    /**
     * Time of the first failure since the last success. Null after a success.
     */
    failingSince: Timestamp | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type WebhookLane = {
    organizationId: number;
    webhookId: number;
    /**
     * Time at which the next delivery is due. Null while the queue is empty.
     */
    dueAt: Timestamp | null;
    /**
     * The worker that holds the lease, until `leased_until`.
     */
    owner: string | null;
    leasedUntil: Timestamp | null;
    /**
     * The organization that owns the app of an install's webhook. Null for the organization's own webhooks.
     * Shares of the slots apply to it too.
     */
    appOrganizationId: number | null;
    /**
     * Whether its last attempt was slow. Slow queues are served after the others.
     */
    slow: Generated<boolean>;
    /**
     * Version of the queue, which increases whenever deliveries are queued. A worker that found the queue
     * empty releases it only at the same version.
     */
    wakes: Generated<number>;
};
export type DB = {
    accounts: Account;
    apiKeys: ApiKey;
    auditEntries: AuditEntry;
    bridgeCursor: BridgeCursor;
    buckets: Bucket;
    changelogDocuments: ChangelogDocument;
    changelogLabelEntries: ChangelogLabelOnEntry;
    changelogLabels: ChangelogLabel;
    changelogPosts: ChangelogPost;
    changelogs: Changelog;
    commentDocuments: CommentDocument;
    comments: Comment;
    customerDocuments: CustomerDocument;
    deliveries: Delivery;
    deliveryAttempts: DeliveryAttempt;
    dismissedDuplicates: DismissedDuplicate;
    documentBackfills: DocumentBackfill;
    encryptionKeys: EncryptionKey;
    eventLog: EventLog;
    events: Event;
    failedAttempts: FailedAttempt;
    invitations: Invitation;
    oauthApps: OAuthApp;
    oauthCodes: OAuthCode;
    oauthInstalls: OAuthInstall;
    oauthTokens: OAuthToken;
    organizations: Organization;
    postDocuments: PostDocument;
    postMerges: PostMerge;
    postSubscribers: PostSubscriber;
    postTags: PostTag;
    posts: Post;
    revisionMarks: RevisionMark;
    revisions: Revision;
    roadmapPosts: RoadmapPost;
    roadmaps: Roadmap;
    sessions: Session;
    statuses: Status;
    tags: Tag;
    unfinishedDeliveries: UnfinishedDeliveries;
    unqueuedEvents: UnqueuedEvent;
    users: User;
    votes: Vote;
    webhookLanes: WebhookLane;
    webhooks: Webhook;
};
