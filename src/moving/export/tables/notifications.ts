import { enumName, nodeId } from '../columns.ts'
import type { ExportTable } from '../table.ts'

/** Posts of which people are not notified. */
export const POST_MUTES: ExportTable = {
  file: 'post_mutes',
  columns: {
    postId: nodeId('Post', 'm.post_id'),
    userId: nodeId('User', 'm.user_id'),
    createdAt: 'm.created_at',
  },
  from: 'post_mutes m',
  owner: 'm.organization_id',
  key: ['m.post_id', 'm.user_id'],
}

/** People who receive the entries of the changelog. */
export const CHANGELOG_SUBSCRIBERS: ExportTable = {
  file: 'changelog_subscribers',
  columns: { userId: nodeId('User', 's.user_id'), createdAt: 's.created_at' },
  from: 'changelog_subscribers s',
  owner: 's.organization_id',
  key: ['s.user_id'],
}

/** Choices of people for kinds of notifications. */
export const NOTIFICATION_PREFERENCES: ExportTable = {
  file: 'notification_preferences',
  columns: {
    userId: nodeId('User', 'p.user_id'),
    kind: enumName('p.kind'),
    frequency: enumName('p.frequency'),
    inBell: 'p.in_bell',
  },
  from: 'notification_preferences p',
  owner: 'p.organization_id',
  key: ['p.user_id', 'p.kind::text'],
  start: [0, ''],
}

/** Addresses that receive no mail, without the hashes of erased people, which are worthless elsewhere. */
export const MAIL_SUPPRESSIONS: ExportTable = {
  file: 'mail_suppressions',
  columns: { email: 's.email', reason: enumName('s.reason'), detail: 's.detail', createdAt: 's.created_at' },
  from: 'mail_suppressions s',
  owner: 's.organization_id',
  where: 's.email is not null',
  key: ['s.id'],
}
