// Records that only an export of this service contains.

import type { MailFrequency, NotificationKind, SuppressionReason } from '../db/generated/tables.ts'
import type { Base } from './record-base.ts'

/** The row of a merge, whose votes and comments are with the parent already. */
export type RestoredMerge = {
  mergedBy?: string | undefined
  voters: string[]
  comments: string[]
  subscribers: string[]
  mutes: string[]
  importedVotes: number
  importedDownvotes: number
}

export type OrganizationRecord = Base<'organization'> & { fields: Record<string, unknown> }
type WebhookRecord = Base<'webhook'> & { fields: Record<string, unknown> }
export type ReferenceRecord = Base<'reference'> & {
  sourceName: string
  kind: string
  id: string
  local: string
}
export type AddressRecord = Base<'address'> & { path: string; kind: string; local: string }

/** A person who is not notified of a post. */
export type MuteRecord = Base<'mute'> & { post: string; person: string; createdAt?: string | undefined }
export type ChangelogSubscriberRecord = Base<'changelogSubscriber'> & {
  person: string
  createdAt?: string | undefined
}
export type PreferenceRecord = Base<'preference'> & {
  person: string
  kind: NotificationKind
  frequency: MailFrequency
  inBell: boolean
}

/** An address that receives no mail. */
export type SuppressionRecord = Base<'suppression'> & {
  email: string
  reason: SuppressionReason
  detail?: string | undefined
  createdAt?: string | undefined
}

/** An identity of an OpenID provider, with which a person signs in. */
export type IdentityRecord = Base<'identity'> & {
  person: string
  issuer: string
  subject: string
  createdAt?: string | undefined
}

/** A record of an export of this service alone. */
export type OwnRecord =
  | OrganizationRecord
  | WebhookRecord
  | ReferenceRecord
  | AddressRecord
  | MuteRecord
  | ChangelogSubscriberRecord
  | PreferenceRecord
  | SuppressionRecord
  | IdentityRecord
