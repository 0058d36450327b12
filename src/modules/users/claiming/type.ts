import { builder } from '../../../graphql/builder.ts'
import type { ClaimedCounts } from './claim-person.ts'

/** Numbers of the contributions that a person received. */
export const ClaimedCountsRef = builder.objectRef<ClaimedCounts>('ClaimedCounts').implement({
  description: 'Numbers of the contributions that a person received from another one.',
  fields: (t) => ({
    posts: t.exposeInt('posts', { description: 'Number of posts.' }),
    comments: t.exposeInt('comments', { description: 'Number of comments.' }),
    votes: t.exposeInt('votes', {
      description: 'Number of votes, without those on posts with a vote of the receiver.',
    }),
    subscriptions: t.exposeInt('subscriptions', {
      description: 'Number of subscriptions, without those to posts with a subscription of the receiver.',
    }),
    changelogs: t.exposeInt('changelogs', { description: 'Number of changelog entries.' }),
    roadmaps: t.exposeInt('roadmaps', { description: 'Number of roadmaps.' }),
  }),
})
