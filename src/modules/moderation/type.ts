import { builder } from '../../graphql/builder.ts'
import type { PendingCounts } from './count-pending.ts'

export const ModerationCountsRef = builder.objectRef<PendingCounts>('ModerationCounts').implement({
  description: 'Numbers of posts and comments that wait for approval.',
  fields: (t) => ({
    pendingPosts: t.exposeInt('pendingPosts', {
      description: 'Number of pending posts, including private ones. Hidden and merged ones do not count.',
    }),
    pendingComments: t.exposeInt('pendingComments', {
      access: { scope: 'comments:read' },
      description: 'Number of pending comments. Deleted ones do not count.',
    }),
  }),
})
