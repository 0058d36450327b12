import type { ColumnType } from "kysely";
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export const ExportKind = {
    organization: "organization",
    person: "person"
} as const;
export type ExportKind = (typeof ExportKind)[keyof typeof ExportKind];
export const ExportState = {
    waiting: "waiting",
    running: "running",
    done: "done",
    failed: "failed"
} as const;
export type ExportState = (typeof ExportState)[keyof typeof ExportState];
export const ImportState = {
    planned: "planned",
    running: "running",
    done: "done",
    planning: "planning",
    paused: "paused",
    failed: "failed",
    undoing: "undoing",
    undone: "undone"
} as const;
export type ImportState = (typeof ImportState)[keyof typeof ImportState];
export const MailKind = {
    sign_in_code: "sign_in_code",
    password_reset: "password_reset",
    password_changed: "password_changed",
    invitation: "invitation",
    test: "test",
    notification: "notification",
    digest: "digest",
    team_digest: "team_digest"
} as const;
export type MailKind = (typeof MailKind)[keyof typeof MailKind];
export const MailState = {
    queued: "queued",
    sending: "sending",
    sent: "sent",
    stored: "stored",
    failed: "failed",
    skipped: "skipped",
    suppressed: "suppressed",
    canceled: "canceled"
} as const;
export type MailState = (typeof MailState)[keyof typeof MailState];
export const MailReport = {
    bounced: "bounced",
    complained: "complained"
} as const;
export type MailReport = (typeof MailReport)[keyof typeof MailReport];
export const SuppressionReason = {
    bounce: "bounce",
    complaint: "complaint"
} as const;
export type SuppressionReason = (typeof SuppressionReason)[keyof typeof SuppressionReason];
export const OldAddressKind = {
    post: "post",
    changelog: "changelog"
} as const;
export type OldAddressKind = (typeof OldAddressKind)[keyof typeof OldAddressKind];
export const NotificationKind = {
    mention: "mention",
    comment_reply: "comment_reply",
    post_approved: "post_approved",
    post_merged: "post_merged",
    post_status_changed: "post_status_changed",
    post_answered: "post_answered",
    comment_added: "comment_added",
    changelog_published: "changelog_published",
    team_moderation: "team_moderation",
    team_post: "team_post",
    team_digest: "team_digest",
    webhook_disabled: "webhook_disabled"
} as const;
export type NotificationKind = (typeof NotificationKind)[keyof typeof NotificationKind];
export const MailFrequency = {
    at_once: "at_once",
    daily: "daily",
    weekly: "weekly",
    never: "never"
} as const;
export type MailFrequency = (typeof MailFrequency)[keyof typeof MailFrequency];
export const TopicSubject = {
    post: "post",
    changelog: "changelog",
    webhook: "webhook",
    moderation: "moderation"
} as const;
export type TopicSubject = (typeof TopicSubject)[keyof typeof TopicSubject];
export const ActorMode = {
    app: "app",
    self: "self"
} as const;
export type ActorMode = (typeof ActorMode)[keyof typeof ActorMode];
export const OAuthAppKind = {
    registered: "registered",
    metadata: "metadata",
    dynamic: "dynamic"
} as const;
export type OAuthAppKind = (typeof OAuthAppKind)[keyof typeof OAuthAppKind];
export const OAuthResource = {
    api: "api",
    mcp: "mcp"
} as const;
export type OAuthResource = (typeof OAuthResource)[keyof typeof OAuthResource];
export const AgentAccess = {
    admins: "admins",
    team: "team",
    off: "off"
} as const;
export type AgentAccess = (typeof AgentAccess)[keyof typeof AgentAccess];
export const OrganizationVisibility = {
    public: "public",
    members: "members"
} as const;
export type OrganizationVisibility = (typeof OrganizationVisibility)[keyof typeof OrganizationVisibility];
export const SignUp = {
    open: "open",
    domains: "domains",
    known: "known"
} as const;
export type SignUp = (typeof SignUp)[keyof typeof SignUp];
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
export const TransferOwner = {
    upload: "upload",
    run: "run",
    export: "export"
} as const;
export type TransferOwner = (typeof TransferOwner)[keyof typeof TransferOwner];
export const UploadType = {
    png: "png",
    jpeg: "jpeg",
    gif: "gif",
    webp: "webp",
    avif: "avif"
} as const;
export type UploadType = (typeof UploadType)[keyof typeof UploadType];
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
    /**
     * The only organization in which the account acts. An invitation makes such an account for an address that has
     * another one. Null for the others, of which an address has one.
     */
    actsInId: number | null;
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
export type AccountIdentity = {
    issuer: string;
    /**
     * Identifier of the person at the issuer (`sub`).
     */
    subject: string;
    accountId: number;
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
    /**
     * Whether its subscribers are notified of the publication.
     */
    notify: Generated<boolean>;
    /**
     * Time at which they were, once for an original and its translations.
     */
    notifiedAt: Timestamp | null;
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
    updatedAt: Generated<Timestamp>;
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
export type ChangelogSubscriber = {
    organizationId: number;
    userId: number;
    createdAt: Generated<Timestamp>;
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
    /**
     * Whether it is the answer of the team, shown above the others.
     */
    official: Generated<boolean>;
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
export type CommentMention = {
    organizationId: number;
    commentId: number;
    userId: number;
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
export type ErasedPerson = {
    organizationId: number;
    /**
     * HMAC-SHA-256 under the organization's random key.
     */
    hash: Buffer;
    /**
     * The anonymous person.
     */
    userId: number;
    erasedAt: Generated<Timestamp>;
};
export type Erasure = {
    organizationId: number;
    id: Generated<number>;
    /**
     * The anonymous person.
     */
    userId: number;
    /**
     * Addresses and names to look for, encrypted with the server's key. Null after the end.
     */
    wordsCiphertext: Buffer | null;
    /**
     * Number of the sweep, and the id of the last row that it has read.
     */
    stage: Generated<number>;
    afterId: Generated<number>;
    /**
     * Numbers of changed rows.
     */
    deliveries: Generated<number>;
    attempts: Generated<number>;
    auditEntries: Generated<number>;
    importRows: Generated<number>;
    dueAt: Generated<Timestamp>;
    createdAt: Generated<Timestamp>;
    finishedAt: Timestamp | null;
};
export type Event = {
    organizationId: number;
    id: Generated<number>;
    type: string;
    /**
     * Id of the object that the event is about: of the post for a vote, of the user for a customer or a member.
     */
    subjectId: number;
    /**
     * Post of an event about a post, a vote or a comment. Null for other events.
     */
    postId: number | null;
    /**
     * Party that caused the event: `user`, `install`, `api_key` or `system`.
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
     * Characters of the snapshot and the changes together.
     */
    size: Generated<number>;
    createdAt: Generated<Timestamp>;
};
export type EventBox = {
    organizationId: number;
    eventId: number;
    createdAt: Timestamp;
};
export type EventHead = {
    organizationId: number;
    /**
     * The number given last.
     */
    last: Generated<number>;
    /**
     * The highest number that was dropped with its partition.
     */
    forgotten: Generated<number>;
    /**
     * Whether events wait in `unqueued_events`. Later ones then wait behind them.
     */
    deferred: Generated<boolean>;
    /**
     * History of the database in which `last` was given. Another one may have given higher numbers.
     */
    lineage: Generated<string>;
};
export type EventOrder = {
    organizationId: number;
    number: number;
    eventId: number;
    /**
     * Post of an event about a post, a vote or a comment.
     */
    ofPost: number | null;
    /**
     * Subject of an event that is not about a post or a vote.
     */
    ofObject: number | null;
    /**
     * Time at which the event was recorded.
     */
    createdAt: Timestamp;
};
export type ExportRun = {
    organizationId: number;
    id: Generated<number>;
    kind: ExportKind;
    state: Generated<ExportState>;
    options: Generated<unknown>;
    /**
     * The person whose data are exported. Null for an organization.
     */
    personId: number | null;
    /**
     * Name of the file. Null before the export starts.
     */
    fileName: string | null;
    /**
     * Number of bytes of the whole file. Null before the end.
     */
    bytes: number | null;
    /**
     * Why it failed.
     */
    reason: string | null;
    /**
     * The person who started it. Null on the command line.
     */
    createdById: number | null;
    /**
     * Process that works on the export, and the end of its lease.
     */
    owner: string | null;
    leasedUntil: Timestamp | null;
    createdAt: Generated<Timestamp>;
    startedAt: Timestamp | null;
    finishedAt: Timestamp | null;
    /**
     * Time at which the file is deleted. Null without a stored file.
     */
    expiresAt: Timestamp | null;
};
export type ExternalRef = {
    organizationId: number;
    sourceName: string;
    kind: string;
    /**
     * Its hash if it is long.
     */
    externalId: string;
    localId: number;
    /**
     * The person of a vote or a subscription, whose first id is the post. The post of a post on a roadmap.
     */
    secondId: number | null;
    /**
     * The run that wrote the reference.
     */
    runId: number;
    /**
     * Whether the run created the row. Otherwise the record matched one of the organization.
     */
    created: boolean;
    /**
     * Hash of the record after the maps.
     */
    hash: string;
    /**
     * Hash of each field as it was written.
     */
    written: unknown | null;
    /**
     * External id of the parent of a comment, of the original of a translation, and of the survivor of a post.
     */
    parentId: string | null;
    /**
     * Numbers of votes that the source states for a post.
     */
    votesCount: number | null;
    downvotesCount: number | null;
};
export type FailedAttempt = {
    slot: number;
    key: Buffer;
    failures: number;
    lastAt: Timestamp;
    expiresAt: Timestamp;
};
export type IdempotencyKey = {
    /**
     * SHA-256 of the credential and the key.
     */
    id: Buffer;
    /**
     * SHA-256 of method, URL and body.
     */
    fingerprint: Buffer;
    /**
     * The response, encrypted under a key that derives from SECRET_KEY and the idempotency key.
     */
    response: Buffer;
    expiresAt: Timestamp;
};
export type IdHistory = {
    history: string;
};
export type ImportChange = {
    organizationId: number;
    runId: number;
    kind: string;
    localId: number;
    /**
     * As of the reference. 0 without one.
     */
    secondId: Generated<number>;
    /**
     * Columns of the row by name.
     */
    previous: unknown;
    /**
     * Hashes of the columns as the run has written them, by name.
     */
    written: Generated<unknown>;
    /**
     * The reference as it was before the run. Null for one that is unchanged.
     */
    ref: unknown | null;
    /**
     * Why the undo has left the row as it is. Null before the undo.
     */
    reason: string | null;
};
export type ImportError = {
    organizationId: number;
    runId: number;
    /**
     * Number of the row in the file, from 1. For a source, the number of the error.
     */
    row: number;
    /**
     * E-mail address as sent. Null if there was none, and after the person was deleted.
     */
    email: string | null;
    /**
     * The same address as it is stored for people. Null if it is invalid.
     */
    personEmail: string | null;
    /**
     * Problems of its fields: code, field and predicate. For a source: field, value and reason.
     */
    problems: unknown;
    /**
     * Position of the record in its source.
     */
    file: string | null;
    fileRow: number | null;
    kind: string | null;
    externalId: string | null;
    /**
     * Headings and cells of the row as it was read, without secrets.
     */
    original: unknown | null;
};
export type ImportRow = {
    organizationId: number;
    runId: number;
    /**
     * Number of its first row in the file, from 1.
     */
    row: number;
    /**
     * Number of rows of the file that were merged into it.
     */
    rows: number;
    /**
     * In lower case.
     */
    email: string;
    /**
     * Validated fields by name.
     */
    fields: unknown;
};
export type ImportRun = {
    organizationId: number;
    id: Generated<number>;
    /**
     * The product, such as `fider`, or `customers_csv`.
     */
    source: string;
    state: Generated<ImportState>;
    /**
     * Party that caused the import, as in events.
     */
    actorKind: string;
    actorId: number | null;
    actorUserId: number | null;
    /**
     * The person who started the import, or the bot of an install.
     */
    createdById: number;
    /**
     * Headings of the file that were not read.
     */
    ignoredColumns: Generated<string[]>;
    /**
     * Number of rows, and of those that are processed, by outcome.
     */
    total: Generated<number>;
    created: Generated<number>;
    updated: Generated<number>;
    failed: Generated<number>;
    createdAt: Generated<Timestamp>;
    /**
     * Time of the last batch. Organizations take turns by it.
     */
    updatedAt: Generated<Timestamp>;
    startedAt: Timestamp | null;
    finishedAt: Timestamp | null;
    /**
     * Name of the instance of the source. All keys belong to it. Null before the plan, and for `customers_csv`.
     */
    sourceName: string | null;
    /**
     * Why the run is paused or has failed.
     */
    reason: string | null;
    /**
     * Options without secrets.
     */
    options: Generated<unknown>;
    /**
     * Key of the source's API, encrypted under the server's key. Removed at the end.
     */
    credentialCiphertext: string | null;
    fileName: string | null;
    fileBytes: number | null;
    /**
     * SHA-256 of the file in hex.
     */
    fileSha256: string | null;
    plan: unknown | null;
    /**
     * Moment of the plan, which replaces dates in the future.
     */
    plannedAt: Timestamp | null;
    /**
     * Numbers of records by kind and outcome.
     */
    counts: Generated<unknown>;
    phase: string | null;
    /**
     * Number of items of the source whose effects are committed.
     */
    cursor: Generated<number>;
    /**
     * Number of rows of `import_errors`.
     */
    errorsCount: Generated<number>;
    /**
     * Process that works on the run, and the end of its lease.
     */
    owner: string | null;
    leasedUntil: Timestamp | null;
    /**
     * Phase, done, total, rate and seconds left. Another connection than that of the batch writes it.
     */
    progress: unknown | null;
    undoUntil: Timestamp | null;
    /**
     * The person who undoes the run. Null for the operator.
     */
    undoneById: number | null;
    /**
     * Part of the undo, and the key of the last row that it has handled.
     */
    undoCursor: unknown | null;
};
export type ImportSource = {
    organizationId: number;
    /**
     * Id of the import.
     */
    id: number;
    /**
     * The uploaded file, and the second one with votes. Null for an API.
     */
    fileId: number | null;
    votesFileId: number | null;
    /**
     * Address of the API. Null for an uploaded file.
     */
    address: string | null;
    /**
     * The key of the API, encrypted. Null after the end.
     */
    keyCiphertext: Buffer | null;
    /**
     * Position of the fetch. It contains no key.
     */
    fetchState: unknown | null;
    /**
     * Lists that the API did not give as a whole.
     */
    reports: Generated<unknown>;
    /**
     * Whether the import starts after its plan, unless a decision is missing.
     */
    starts: Generated<boolean>;
    fetchedAt: Timestamp | null;
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
export type Mail = {
    /**
     * 0 for a mail to an account, which belongs to no organization.
     */
    organizationId: number;
    id: Generated<number>;
    kind: MailKind;
    /**
     * Topic of a notification. Null for any other mail.
     */
    topicId: number | null;
    userId: number | null;
    accountId: number | null;
    /**
     * In lower case. Null after the erasure of the person.
     */
    email: string | null;
    /**
     * Language of its texts.
     */
    locale: string;
    state: Generated<MailState>;
    /**
     * Reason for which it was skipped, canceled or failed.
     */
    reason: string | null;
    /**
     * The first 512 characters of the server's last reply.
     */
    reply: string | null;
    report: MailReport | null;
    tries: Generated<number>;
    /**
     * Time of the next try. While a worker sends it, the end of the worker's lease.
     */
    dueAt: Generated<Timestamp>;
    /**
     * Worker that sends it.
     */
    owner: string | null;
    subject: string | null;
    /**
     * The values of its texts as JSON until it is sent, and of a stored mail the message. Encrypted with the server's
     * key, because both can contain a code or a link that signs in. Null afterwards.
     */
    contentCiphertext: Buffer | null;
    createdAt: Generated<Timestamp>;
    sentAt: Timestamp | null;
};
export type MailSuppression = {
    /**
     * 0 for an address without a mailbox, which receives no mail of any organization.
     */
    organizationId: number;
    id: Generated<number>;
    /**
     * In lower case. Null for 0 and after the erasure of the person, where the hash remains.
     */
    email: string | null;
    /**
     * For 0, under a key of the server. Otherwise the hash of an erased person, under the key of the organization.
     */
    emailHash: Buffer | null;
    reason: SuppressionReason;
    /**
     * The first 512 characters of the report. Null for 0 and after the erasure.
     */
    detail: string | null;
    /**
     * Import that has brought it, until a report here confirms it. The undo of the import ends it.
     */
    importRunId: number | null;
    createdAt: Generated<Timestamp>;
};
export type Notification = {
    organizationId: number;
    id: Generated<number>;
    topicId: number;
    userId: number;
    kinds: string;
    /**
     * Whether the person sees it in the bell.
     */
    inBell: boolean;
    /**
     * When it is mailed.
     */
    frequency: MailFrequency;
    /**
     * Digest that mails it. Null before it, and for any other frequency.
     */
    digestId: number | null;
    createdAt: Generated<Timestamp>;
    readAt: Timestamp | null;
};
export type NotificationCursor = {
    organizationId: number;
    /**
     * Number of the last event that was read.
     */
    readTo: number;
    /**
     * Time of the next digests.
     */
    digestDueAt: Timestamp;
};
export type NotificationPreference = {
    organizationId: number;
    userId: number;
    kind: NotificationKind;
    frequency: MailFrequency;
    inBell: boolean;
};
export type NotificationTopic = {
    organizationId: number;
    id: Generated<number>;
    subject: TopicSubject;
    subjectId: number;
    /**
     * Posts whose events it has: its own, and those that were merged into it.
     */
    postIds: number[];
    /**
     * Numbers of the first and the last event.
     */
    firstNumber: number;
    lastNumber: number;
    /**
     * Time of the first event.
     */
    createdAt: Timestamp;
    /**
     * Time at which the next people are planned.
     */
    dueAt: Timestamp;
    /**
     * Content of its notifications, as JSON of ids. Null while the topic is open.
     * @kyselyType(import('@prisma/client/runtime/client').JsonValue)
     */
    content: import('@prisma/client/runtime/client').JsonValue | null;
    /**
     * The last person who was planned.
     */
    plannedTo: Generated<number>;
    /**
     * Time at which all people were planned.
     */
    plannedAt: Timestamp | null;
};
export type OAuthApp = {
    organizationId: number;
    id: Generated<number>;
    kind: Generated<OAuthAppKind>;
    /**
     * The OAuth client identifier: `foapp_…`, the URL of a metadata document, or `fodyn_…`. Unique among
     * registered apps, and in an organization among others (partial unique indexes).
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
     * SHA-256 of the client secret. Null for a public client.
     */
    secretHash: Buffer | null;
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
    resource: Generated<OAuthResource>;
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
     * Time of a recent use of a token of a public client.
     */
    lastUsedAt: Timestamp | null;
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
    resource: Generated<OAuthResource>;
    accessExpiresAt: Timestamp;
    /**
     * Time at which a refresh replaced the pair.
     */
    rotatedAt: Timestamp | null;
    /**
     * The replacement pair for the idempotent window, encrypted with a key derived from this refresh token.
     */
    replacement: Buffer | null;
    /**
     * Time at which that window closes.
     */
    replacementUntil: Timestamp | null;
    revokedAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
};
export type OldAddress = {
    organizationId: number;
    /**
     * Percent-decoded, without a query and a final slash.
     */
    path: string;
    kind: OldAddressKind;
    /**
     * Id of the post or of the entry of the changelog, which may have been deleted.
     */
    localId: number;
    /**
     * The import that stored it.
     */
    runId: number | null;
};
export type Organization = {
    id: Generated<number>;
    slug: string;
    name: string;
    description: Generated<string>;
    homePage: string | null;
    avatarUrl: string | null;
    /**
     * URL of the organization's public pages. Null: `/@<slug>` of this server.
     */
    portalUrl: string | null;
    /**
     * Host of `portalUrl` in lower case, which serves the portal. Null for an address with a path.
     */
    portalHost: string | null;
    colorPrimary: Generated<string>;
    colorPrimaryLight: Generated<string>;
    colorPrimaryDark: Generated<string>;
    formDescription: Generated<string>;
    submitButtonText: Generated<string>;
    multilingualChangelog: Generated<boolean>;
    visibility: Generated<OrganizationVisibility>;
    /**
     * Whether visitors of the public pages may vote without signing in.
     */
    anonymousVotes: Generated<boolean>;
    /**
     * Whether they may submit posts, which wait for approval.
     */
    anonymousPosts: Generated<boolean>;
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
    /**
     * Whether an SSO token alone proves the role of a person of the team.
     */
    ssoForTeam: Generated<boolean>;
    /**
     * People whose agents, as public OAuth clients, may act in the organization.
     */
    agentAccess: Generated<AgentAccess>;
    /**
     * Rule of becoming a person of the organization by signing in with a code.
     */
    signUp: Generated<SignUp>;
    /**
     * In lower case.
     */
    signUpDomains: Generated<string[]>;
    /**
     * Name, address and reply address of the sender of mails. Null: the organization's name, and `MAIL_FROM`.
     */
    mailSenderName: string | null;
    mailSenderAddress: string | null;
    mailReplyTo: string | null;
    /**
     * Text below mails, such as a postal address.
     */
    mailFooter: Generated<string>;
    /**
     * Whether people of imports are notified before they come here.
     */
    notifyPeopleOfImports: Generated<boolean>;
    /**
     * IANA name of the time zone in which digests are sent.
     */
    timeZone: Generated<string>;
    /**
     * The random key of the links in mails, encrypted with the server's key. Null before the first one.
     */
    mailKeyCiphertext: Buffer | null;
    /**
     * The random key of the hashes of erased people, encrypted with the server's key. Null before the first erasure.
     */
    erasureKeyCiphertext: Buffer | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type PasswordReset = {
    id: Generated<number>;
    /**
     * In lower case.
     */
    email: string;
    /**
     * SHA-256 of the token in the link.
     */
    tokenHash: Buffer;
    createdAt: Generated<Timestamp>;
    expiresAt: Timestamp;
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
    /**
     * Votes without rows, that an import counts. The counts contain them.
     */
    importedVotes: Generated<number>;
    importedDownvotes: Generated<number>;
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
    muteIds: Generated<number[]>;
    /**
     * Imported votes that the merge moved to the parent.
     */
    importedVotes: Generated<number>;
    importedDownvotes: Generated<number>;
    createdAt: Generated<Timestamp>;
};
export type PostMute = {
    organizationId: number;
    postId: number;
    userId: number;
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
export type RateLimitServer = {
    id: string;
    seenAt: Timestamp;
};
export type RateLimitWindow = {
    credential: string;
    /**
     * Number of the window, in minutes of the database's clock.
     */
    windowNumber: number;
    units: number;
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
    /**
     * Day for which the team plans the post, such as `2026-11-21`, or null.
     * @kyselyType(string)
     */
    plannedFor: string | null;
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
     * Whether an SSO token started the session. It has a team role only in an organization with `sso_for_team`.
     */
    bySso: Generated<boolean>;
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
export type SignInProvider = {
    organizationId: number;
    id: Generated<number>;
    name: string;
    /**
     * Issuer identifier of the provider.
     */
    issuer: string;
    clientId: string;
    /**
     * Secret of the client, encrypted with the server's key.
     */
    clientSecretCiphertext: Buffer;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type SignInRequest = {
    organizationId: number;
    id: Generated<number>;
    /**
     * In lower case.
     */
    email: string;
    /**
     * SHA-256 of the token in the browser that asks. The code counts only together with it.
     */
    tokenHash: Buffer;
    /**
     * SHA-256 of the token in the mailed link.
     */
    linkHash: Buffer;
    /**
     * HMAC of the code and the id, under a key of the server.
     */
    codeHash: Buffer;
    /**
     * Network that asks (IPv4 address or IPv6 prefix).
     */
    network: string;
    /**
     * Path to which the sign-in leads.
     */
    returnTo: string;
    locale: string;
    /**
     * Number of wrong codes.
     */
    failures: Generated<number>;
    createdAt: Generated<Timestamp>;
    expiresAt: Timestamp;
    /**
     * Time at which the code or the link was used, or another request of the address was.
     */
    endedAt: Timestamp | null;
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
    updatedAt: Generated<Timestamp>;
};
export type Tag = {
    organizationId: number;
    id: Generated<number>;
    name: string;
    color: string;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type TagDocument = {
    organizationId: number;
    id: number;
    language: string;
};
export type ToolCall = {
    organizationId: number;
    installId: number;
    day: Timestamp;
    tool: string;
    calls: number;
};
export type TransferFile = {
    organizationId: number;
    id: Generated<number>;
    owner: TransferOwner;
    /**
     * Id of the import or export. Null for an upload, which several imports may use.
     */
    ownerId: number | null;
    name: string;
    /**
     * Number of bytes. Those of a compressed file before its compression.
     */
    bytes: Generated<number>;
    /**
     * Whether the parts are compressed by gzip, as one stream.
     */
    compressed: Generated<boolean>;
    /**
     * SHA-256 of the bytes in hexadecimal digits. Null until the file is whole.
     */
    sha256: string | null;
    /**
     * The person who has uploaded it. Null for other files.
     */
    uploaderId: number | null;
    createdAt: Generated<Timestamp>;
    /**
     * Time of the last byte. Files without it are not read.
     */
    completedAt: Timestamp | null;
};
export type TransferPart = {
    organizationId: number;
    fileId: number;
    /**
     * Position in the file, from 0. All parts but the last one have the same size.
     */
    number: number;
    bytes: Buffer;
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
    /**
     * The event's number.
     */
    position: number;
    eventId: number;
    /**
     * Time at which the event was recorded, which limits the partitions to read.
     */
    createdAt: Timestamp;
};
export type Upload = {
    organizationId: number;
    id: Generated<number>;
    /**
     * 128 random bits, in base64url.
     */
    key: string;
    type: UploadType;
    width: number;
    height: number;
    /**
     * Number of bytes.
     */
    size: number;
    bytes: Buffer;
    uploaderId: number;
    createdAt: Generated<Timestamp>;
    /**
     * Time of the first text that was saved with it. One without such a text is deleted after a day.
     */
    attachedAt: Timestamp | null;
};
export type UploadUsage = {
    organizationId: number;
    bytes: number;
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
     * Language that the person has chosen. Null without a choice.
     */
    locale: string | null;
    /**
     * Whether the person has come here: it is notified of what it waits for. False for people of imports until then.
     */
    reachable: Generated<boolean>;
    /**
     * Whether the person receives no mail but those that sign in.
     */
    noMail: Generated<boolean>;
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
    /**
     * @kyselyType(import('@prisma/client/runtime/client').JsonValue)
     */
    customFields: Generated<import('@prisma/client/runtime/client').JsonValue>;
    anonymizedAt: Timestamp | null;
    createdAt: Generated<Timestamp>;
    updatedAt: Generated<Timestamp>;
};
export type UserIdentity = {
    organizationId: number;
    issuer: string;
    /**
     * Identifier of the person at the issuer (`sub`).
     */
    subject: string;
    userId: number;
    createdAt: Generated<Timestamp>;
};
export type Visitor = {
    organizationId: number;
    /**
     * SHA-256 of the token in the browser's cookie.
     */
    tokenHash: Buffer;
    /**
     * Person without an e-mail address, to whom votes and posts are attributed.
     */
    userId: number;
    createdAt: Generated<Timestamp>;
};
export type Vote = {
    organizationId: number;
    postId: number;
    userId: number;
    direction: Generated<VoteDirection>;
    createdAt: Generated<Timestamp>;
    /**
     * Person of the team who added it in the name of the voter.
     */
    addedById: number | null;
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
     * Headers that its deliveries add for the receiver's gateway, with their values, encrypted as the secret.
     */
    headersCiphertext: Buffer | null;
    /**
     * Names of these headers in lower case, which may be shown.
     */
    headerNames: Generated<string[]>;
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
    accountIdentities: AccountIdentity;
    accounts: Account;
    apiKeys: ApiKey;
    auditEntries: AuditEntry;
    buckets: Bucket;
    changelogDocuments: ChangelogDocument;
    changelogLabelEntries: ChangelogLabelOnEntry;
    changelogLabels: ChangelogLabel;
    changelogPosts: ChangelogPost;
    changelogSubscribers: ChangelogSubscriber;
    changelogs: Changelog;
    commentDocuments: CommentDocument;
    commentMentions: CommentMention;
    comments: Comment;
    customerDocuments: CustomerDocument;
    deliveries: Delivery;
    deliveryAttempts: DeliveryAttempt;
    dismissedDuplicates: DismissedDuplicate;
    documentBackfills: DocumentBackfill;
    encryptionKeys: EncryptionKey;
    erasedPeople: ErasedPerson;
    erasures: Erasure;
    eventBox: EventBox;
    eventHeads: EventHead;
    eventOrder: EventOrder;
    events: Event;
    exportRuns: ExportRun;
    externalRefs: ExternalRef;
    failedAttempts: FailedAttempt;
    idHistory: IdHistory;
    idempotencyKeys: IdempotencyKey;
    importChanges: ImportChange;
    importErrors: ImportError;
    importRows: ImportRow;
    importRuns: ImportRun;
    importSources: ImportSource;
    invitations: Invitation;
    mailSuppressions: MailSuppression;
    mails: Mail;
    notificationCursors: NotificationCursor;
    notificationPreferences: NotificationPreference;
    notificationTopics: NotificationTopic;
    notifications: Notification;
    oauthApps: OAuthApp;
    oauthCodes: OAuthCode;
    oauthInstalls: OAuthInstall;
    oauthTokens: OAuthToken;
    oldAddresses: OldAddress;
    organizations: Organization;
    passwordResets: PasswordReset;
    postDocuments: PostDocument;
    postMerges: PostMerge;
    postMutes: PostMute;
    postSubscribers: PostSubscriber;
    postTags: PostTag;
    posts: Post;
    rateLimitServers: RateLimitServer;
    rateLimitWindows: RateLimitWindow;
    revisionMarks: RevisionMark;
    revisions: Revision;
    roadmapPosts: RoadmapPost;
    roadmaps: Roadmap;
    sessions: Session;
    signInProviders: SignInProvider;
    signInRequests: SignInRequest;
    statuses: Status;
    tagDocuments: TagDocument;
    tags: Tag;
    toolCalls: ToolCall;
    transferFiles: TransferFile;
    transferParts: TransferPart;
    unfinishedDeliveries: UnfinishedDeliveries;
    unqueuedEvents: UnqueuedEvent;
    uploadUsage: UploadUsage;
    uploads: Upload;
    userIdentities: UserIdentity;
    users: User;
    visitors: Visitor;
    votes: Vote;
    webhookLanes: WebhookLane;
    webhooks: Webhook;
};
