import { graphql } from '../graphql.ts'
import { useLiveQuery } from '../live/use-live-query.ts'

const MODERATION_COUNTS = graphql(`
  query ModerationCounts {
    moderationCounts {
      pendingPosts
      pendingComments
    }
  }
`)

const NO_VARIABLES = {}
const changesCounts = (type: string) => /^(POST|COMMENT)_/.test(type)

/** Returns how many posts and comments wait for approval. Undefined until they are counted. */
export function useModerationCounts() {
  const { data } = useLiveQuery({
    query: MODERATION_COUNTS,
    variables: NO_VARIABLES,
    changesWith: changesCounts,
  })
  return data?.moderationCounts ?? undefined
}
