import type { OwnRecord, RestoredMerge } from './own-records.ts'
import type { Base, Times } from './record-base.ts'

/** A text in the form of the source. The writer converts it. */
export type RichText = { markdown: string } | { html: string } | { plain: string }

/** The six kinds of statuses. */
export type StatusKind = 'submitted' | 'under_review' | 'planned' | 'in_progress' | 'completed' | 'closed'

/** Whether the source gives an id instead of a name, so that a map must name the thing. */
type Unnamed = Times & { unnamed?: true | undefined }

export type StatusRecord = Base<'status'> &
  Unnamed & {
    name: string
    kind?: StatusKind | undefined
    slug?: string | undefined
    color?: string | undefined
    position?: number | undefined
    percentage?: number | undefined
  }
export type BucketRecord = Base<'bucket'> &
  Unnamed & {
    name: string
    slug?: string | undefined
    description?: string | undefined
    private?: boolean | undefined
    requiresModeration?: boolean | undefined
    position?: number | undefined
  }
export type TagRecord = Base<'tag'> & Unnamed & { name: string; color?: string | undefined }
export type LabelRecord = Base<'label'> & Times & { name: string; color?: string | undefined }
/** A company of a person. */
export type Company = {
  externalId: string
  name: string
  domain?: string | undefined
  plan?: string | undefined
  /** Monthly revenue in the currency of the source. */
  mrr?: number | undefined
}
export type PersonRecord = Base<'person'> &
  Times & {
    name?: string | undefined
    /** Normalized. */
    email?: string | undefined
    avatarUrl?: string | undefined
    labels?: string[] | undefined
    customFields?: Record<string, unknown> | undefined
    companies?: Company[] | undefined
    blocked?: boolean | undefined
    deleted?: boolean | undefined
    /** Only in an export of this service. */
    bot?: boolean | undefined
    customer?: boolean | undefined
    starred?: boolean | undefined
    /** Whether notifications may be mailed: not to a person whom only an import has created. */
    reachable?: boolean | undefined
    /** Whether the person receives no mail but those that it asks for. */
    noMail?: boolean | undefined
    /** Code of a locale. */
    locale?: string | undefined
    anonymizedAt?: string | undefined
  }
export type Approval = 'approved' | 'pending'
export type PostRecord = Base<'post'> &
  Times & {
    /** At most 255 characters. */
    title: string
    text: RichText
    bucket?: string | undefined
    status?: string | undefined
    /** Undefined if the source names none: the anonymous person. */
    submitter?: string | undefined
    tags: string[]
    approval: Approval
    hidden: boolean
    pinned: boolean
    slug?: string | undefined
    /** Their number of up-votes with rows. Undefined if the source has none, and for a merged post. */
    votesCount?: number | undefined
    downvotesCount?: number | undefined
    /** Votes without rows, as an export of this service states them. They replace the formula. */
    importedVotes?: number | undefined
    importedDownvotes?: number | undefined
    /** Public paths of the post at the source, percent-decoded, such as `/posts/1/dark-mode`. */
    paths: string[]
    /** Facts without a column here, a sentence each. */
    notes: string[]
  }
export type VoteRecord = Base<'vote'> & {
  post: string
  person: string
  direction: 'up' | 'down'
  /** Member of the team who added it in the name of the person. */
  addedBy?: string | undefined
  createdAt?: string | undefined
}
export type CommentRecord = Base<'comment'> &
  Times & {
    post: string
    parent?: string | undefined
    /** Undefined if the source names none: the anonymous person. */
    author?: string | undefined
    text: RichText
    internal: boolean
    pinned: boolean
    approval: Approval
    /** Deleted there, with replies. A deleted comment without replies is skipped by the reader. */
    deleted: boolean
    deletedAt?: string | undefined
    /** Only in an export of this service. */
    official?: boolean | undefined
    mentions?: string[] | undefined
  }
export type SubscriptionRecord = Base<'subscription'> & Pick<VoteRecord, 'post' | 'person' | 'createdAt'>
/** A merge of a post. `restored` contains the row of an export of this service. */
export type MergeRecord = Base<'merge'> & {
  child: string
  parent: string
  createdAt?: string | undefined
  restored?: RestoredMerge | undefined
}
export type RoadmapRecord = Base<'roadmap'> &
  Times & {
    title: string
    slug?: string | undefined
    description?: RichText | undefined
    isPublic?: boolean | undefined
    /** Whether the columns are the statuses of the posts. */
    kanbanByStatus?: boolean | undefined
    startDate?: string | undefined
    endDate?: string | undefined
    owner?: string | undefined
    archived?: boolean | undefined
    /** Further columns of an export of this service, under their names there. */
    fields?: Record<string, unknown> | undefined
  }
export type RoadmapPostRecord = Base<'roadmapPost'> & {
  roadmap: string
  post: string
  createdAt?: string | undefined
  position?: number | undefined
  fields?: Record<string, unknown> | undefined
}
export type ChangelogRecord = Base<'changelog'> &
  Times & {
    title: string
    text: RichText
    slug?: string | undefined
    locale?: string | undefined
    /** The original of a translation. */
    original?: string | undefined
    /** Undefined if the source names none: the anonymous person. */
    author?: string | undefined
    labels: string[]
    posts: string[]
    publishedAt?: string | undefined
    scheduledAt?: string | undefined
    /** Only in an export of this service. */
    notify?: boolean | undefined
    notifiedAt?: string | undefined
    paths: string[]
  }
/** A file inside the source. The writer reads its bytes from `file`. Texts name it by `key`. */
export type UploadRecord = Base<'upload'> & { key: string; file: string; bytes: number }
/** A record of any source. It contains no secret. */
export type NeutralRecord =
  | StatusRecord
  | BucketRecord
  | TagRecord
  | LabelRecord
  | PersonRecord
  | PostRecord
  | VoteRecord
  | CommentRecord
  | SubscriptionRecord
  | RoadmapRecord
  | RoadmapPostRecord
  | ChangelogRecord
  | MergeRecord
  | UploadRecord
  | OwnRecord
export type RecordType = NeutralRecord['type']
