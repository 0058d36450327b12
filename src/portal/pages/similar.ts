import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { POST_ROW } from '../parts/post-row.ts'
import { linkTo, parameter, type PortalHandler } from '../visit/portal-visit.ts'
import type { Run } from '../visit/visit.ts'

const SIMILAR = graphql(
  /* GraphQL */ `
    query ($title: String!, $description: String) {
      similarPosts(title: $title, description: $description, first: 5) {
        score
        post {
          ...PostRow
        }
      }
    }
  `,
  [POST_ROW],
)

/** A post that resembles a new one. */
export type SimilarPost = ResultOf<typeof SIMILAR>['similarPosts'][number]['post']

/** Score from which a post is shown before another one is created. */
const LIKELY = 0.3
/** Length of the longest title that is compared, in characters. */
const MAX_TITLE = 200
const MAX_DESCRIPTION = 2000

/** Returns posts that may duplicate a new one, most similar first. */
export async function likelyDuplicates(
  run: Run,
  { title, description }: { title: string; description: string },
): Promise<SimilarPost[]> {
  const { similarPosts } = await run(SIMILAR, {
    title: title.slice(0, MAX_TITLE),
    description: description.slice(0, MAX_DESCRIPTION),
  })
  return similarPosts.filter(({ score }) => score >= LIKELY).map(({ post }) => post)
}

/** Similar posts of the parameter `title` as JSON, for the script of the form. */
export const similarDocument: PortalHandler = async (visit) => {
  const { count, number } = visit.words
  const title = parameter(visit, 'title')
  const found = title === null ? [] : await likelyDuplicates(visit.run, { title, description: '' })
  const posts = found.map(({ slug, title: name, votesCount, status }) => ({
    url: linkTo(visit, ['p', slug]),
    title: name,
    facts: `${number(votesCount)} ${count('votes', votesCount)} · ${status.name}`,
  }))
  return { body: JSON.stringify({ posts }), type: 'application/json; charset=utf-8' }
}
