import { useQuery } from 'urql'
import { graphql, type ResultOf } from '../../graphql.ts'
import { useAllPages } from '../../live/use-all-pages.ts'

const STATUSES = graphql(`
  query ImportStatuses {
    statuses {
      id
      name
      slug
    }
  }
`)

const BOARDS = graphql(`
  query ImportBoards($after: String) {
    buckets(first: 100, after: $after) {
      nodes {
        id
        name
        slug
        private
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

const TAGS = graphql(`
  query ImportTags($after: String) {
    tags(first: 100, after: $after) {
      nodes {
        id
        name
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

const NO_VARIABLES = {}
const selectBoards = ({ buckets }: ResultOf<typeof BOARDS>) => buckets
const selectTags = ({ tags }: ResultOf<typeof TAGS>) => tags

type Thing = { id: string; name: string }

/** Statuses, boards and tags of the organization: what values of a source can become. */
export type ImportTargets = {
  statuses: readonly (Thing & { slug: string })[]
  boards: readonly (Thing & { slug: string; private: boolean })[]
  tags: readonly Thing[]
}

/** Reads the targets of values. They are null until all of them are there: one that is missing would look new. */
export function useTargets(): { targets: ImportTargets | null; isFailed: boolean } {
  const [{ data, error }] = useQuery({ query: STATUSES })
  const boards = useAllPages(BOARDS, NO_VARIABLES, selectBoards)
  const tags = useAllPages(TAGS, NO_VARIABLES, selectTags)
  const isFailed = Boolean(error) || boards.isFailed || tags.isFailed
  if (!data || !boards.isRead || !tags.isRead) return { targets: null, isFailed }
  return { targets: { statuses: data.statuses, boards: boards.nodes, tags: tags.nodes }, isFailed }
}
