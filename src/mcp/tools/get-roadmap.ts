import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { cutText } from '../../lib/text/shown-text.ts'
import { flag, input, integer, list, output, text, textOrNull } from '../schemas.ts'
import { IN_LIST } from '../shapes/post.ts'
import { composedTool } from '../tool.ts'

const ROADMAP = graphql(/* GraphQL */ `
  fragment roadmap on Roadmap {
    id
    title
    description
    status
    isPublic
  }
`)

const LIST = graphql(
  /* GraphQL */ `
    query ($after: String) {
      roadmaps(filter: { archived: false }, first: 20, after: $after) {
        nodes {
          ...roadmap
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [ROADMAP],
)

const ONE = graphql(
  /* GraphQL */ `
    query ($id: ID!, $after: String) {
      roadmap(by: { id: $id }) {
        ...roadmap
        posts(first: 20, after: $after, includePrivate: true) {
          nodes {
            post {
              id
              title
              url
              votesCount
              status {
                slug
              }
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `,
  [ROADMAP],
)

type Roadmap = ResultOf<typeof ROADMAP>
type WithPosts = NonNullable<ResultOf<typeof ONE>['roadmap']>

/** Reads the roadmaps or one of them. */
export const getRoadmap = composedTool({
  name: 'get_roadmap',
  title: 'Get a roadmap',
  description: 'Lists 20 roadmaps a page, or reads one by its id with 20 posts a page.',
  family: 'roadmap',
  hints: ['reads'],
  input: input({}, { id: text('Such as rdm_3. Reads one.'), cursor: text() }),
  output: output(
    {
      roadmaps: list(
        output({
          id: text(),
          title: text(),
          text: text(),
          status: text(),
          public: flag(),
        }),
      ),
      nextCursor: textOrNull(),
    },
    {
      posts: list(
        output({
          id: text(),
          title: text(),
          url: text(),
          status: text(),
          votes: integer(),
        }),
      ),
    },
  ),
  documents: ({ id }) => [id === undefined ? LIST : ONE],
  async run({ id, cursor: after }, call) {
    if (id === undefined) {
      const { nodes, pageInfo } = (await call(LIST, { after })).roadmaps
      return { roadmaps: nodes.map(present), nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null }
    }
    const found = (await call(ONE, { id, after }, 'Roadmap')).roadmap
    const { nodes, pageInfo } = found.posts
    return {
      roadmaps: [present(found)],
      posts: nodes.map(presentPost),
      nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }
  },
  fields: { after: 'cursor' },
})

const present = ({ id, title, description, status, isPublic }: Roadmap) => ({
  id: String(id),
  title,
  text: cutText(description, IN_LIST),
  status,
  public: isPublic,
})

const presentPost = ({
  post: { id, title, url, votesCount, status },
}: WithPosts['posts']['nodes'][number]) => ({
  id: String(id),
  title,
  url,
  status: status.slug,
  votes: votesCount,
})
