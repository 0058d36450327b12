import type { ExportOptions } from '../options.ts'
import type { ExportTable } from '../table.ts'
import { USER_IDENTITIES } from './identities.ts'
import * as notifications from './notifications.ts'
import * as others from './others.ts'
import * as plans from './plans.ts'
import * as posts from './posts.ts'
import * as settings from './settings.ts'

const ALWAYS: readonly ExportTable[] = [
  settings.ORGANIZATION,
  settings.STATUSES,
  settings.BUCKETS,
  settings.TAGS,
  settings.CHANGELOG_LABELS,
  settings.PEOPLE,
  posts.POSTS,
  posts.VOTES,
  posts.COMMENTS,
  posts.SUBSCRIPTIONS,
  posts.MERGES,
  plans.ROADMAPS,
  plans.ROADMAP_POSTS,
  plans.CHANGELOGS,
]
const PERSONAL: readonly ExportTable[] = [
  others.WEBHOOKS,
  others.UPLOADS,
  others.EXTERNAL_REFS,
  others.ADDRESSES,
  notifications.POST_MUTES,
  notifications.CHANGELOG_SUBSCRIBERS,
  notifications.NOTIFICATION_PREFERENCES,
  notifications.MAIL_SUPPRESSIONS,
  USER_IDENTITIES,
]

/** Tables of an export in our own format, in the order of its files. */
export function tablesOf({ withoutPersonalData, withEvents, withAudit }: ExportOptions): ExportTable[] {
  if (withoutPersonalData) return [...ALWAYS]
  return [
    ...ALWAYS,
    ...PERSONAL,
    ...(withEvents ? [others.EVENTS] : []),
    ...(withAudit ? [others.AUDIT] : []),
  ]
}
