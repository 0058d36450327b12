import { isoTimestamp } from '../../lib/graphql-client/timestamp.ts'
import { publicName } from '../parts/person.ts'
import { absolute, type PortalVisit } from '../visit/portal-visit.ts'
import type { Post } from './post-documents.ts'

/** Returns the structured data of a discussion (schema.org). */
export const dataOf = (visit: PortalVisit, post: Post) => ({
  '@type': 'DiscussionForumPosting',
  headline: post.title,
  text: post.preview,
  url: absolute(visit, 'p', post.slug),
  datePublished: isoTimestamp(post.createdAt),
  dateModified: isoTimestamp(post.updatedAt),
  author: {
    '@type': 'Person',
    name: publicName(post.submitter),
    url: absolute(visit, 'u', post.submitter.databaseId),
  },
  interactionStatistic: [
    { type: 'LikeAction', count: post.votesCount },
    { type: 'CommentAction', count: post.commentsCount },
  ].map(({ type, count }) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${type}`,
    userInteractionCount: count,
  })),
})
