import type { RunStored } from '../../graphql/execution/run-stored.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { promiseCache } from '../../lib/concurrency/promise-cache.ts'
import { toText } from '../../lib/rich-text/html.ts'
import { readerCaller, type News, type Reader } from './read-news.ts'

/** A post as its reader sees it now. */
export type PostNews = {
  title: string
  description: string
  url: string
  status: { name: string; slug: string }
  submitter: { name: string }
  comments: Map<number, { body: string; author: { name: string } }>
}

/** Maximum number of comments of a topic that are read, the last ones. */
const COMMENTS = 20
/** How long readers share what was read, in milliseconds. A mail may be this late about a change of visibility. */
const SHARED_MS = 2_000
const MAX_SHARED = 100

const POST = `query PostNews($post: ID!, $comments: [ID!]!) {
  post: node(id: $post) { ... on Post { title descriptionHtml url status { name slug } submitter { name } } }
  comments: nodes(ids: $comments) { ... on Comment { databaseId bodyHtml author { name } } }
}`

type Answer = {
  post: (Omit<PostNews, 'comments' | 'description'> & { descriptionHtml: string }) | null
  comments: ({ databaseId: number; bodyHtml: string; author: { name: string } | null } | null)[]
}

/** Reads the post of a topic as a reader. Null for one that the reader does not see. */
export type ReadPostNews = (news: News, reader: Reader) => Promise<PostNews | null>

/**
 * Creates the reader of posts. People outside the team see the same, so that they share one query, as does the team.
 * A submitter has an own one for a post that waits for approval.
 */
export function postNewsReader(run: RunStored): ReadPostNews {
  const shared = promiseCache<PostNews | null>({ max: MAX_SHARED, ttlMs: SHARED_MS })
  return ({ topicId, subjectId, content }, reader) => {
    const isOwn = reader.role === null && content.seenBy === 'submitter'
    const view = reader.role === null ? (isOwn ? reader.userId : 'person') : 'team'
    const caller = { ...readerCaller(reader), ...(view === 'person' && { actorId: null }) }
    return shared.fetch(`${reader.organizationId} ${topicId} ${view}`, async () => {
      const { post, comments } = (await run(
        POST,
        {
          post: toNodeId('Post', subjectId),
          comments: (content.comments ?? []).slice(-COMMENTS).map(({ id }) => toNodeId('Comment', id)),
        },
        caller,
        { requestId: 'mail', address: '' },
      )) as Answer
      const seen = comments.flatMap((one) =>
        one?.author
          ? [
              [
                one.databaseId,
                { body: toText(one.bodyHtml, { addresses: true }), author: one.author },
              ] as const,
            ]
          : [],
      )
      return post && { ...post, description: toText(post.descriptionHtml), comments: new Map(seen) }
    })
  }
}
