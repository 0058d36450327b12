import { useCallback, useEffect, useState } from 'react'
import { useClient } from 'urql'
import type { ResultOf } from '../../graphql.ts'
import type { LiveEvent } from '../../live/event-documents.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { ROADMAP, type RoadmapPost, type RoadmapPosts as Connection } from './documents.ts'

const CHANGES = /^(POST|VOTE|ROADMAP|COMMENT)_/
const changesRoadmap = (type: LiveEvent['type']) => CHANGES.test(type)
const NOTHING: readonly RoadmapPost[] = []
type Reading = { toPromise: () => Promise<{ data?: ResultOf<typeof ROADMAP> | undefined }> }
type Rest = { posts: readonly RoadmapPost[]; hasMore: boolean }

/**
 * Reads a roadmap with its first hundred posts, and further ones on demand. Events of the posts and of the
 * roadmap read all of them again.
 */
export function useRoadmap(id: string) {
  const client = useClient()
  const { data, error } = useLiveQuery({
    query: ROADMAP,
    variables: { id, after: null },
    changesWith: changesRoadmap,
  })
  const [pages, setPages] = useState(1)
  const first = data?.roadmap?.posts
  const rest = useFurtherPosts(id, pages, first)
  const readAgain = useCallback(
    () => client.query(ROADMAP, { id, after: null }, { requestPolicy: 'network-only' }).toPromise(),
    [client, id],
  )
  return {
    roadmap: data?.roadmap,
    posts: rest ? withoutRepetition([...(first?.nodes ?? []), ...rest.posts]) : (first?.nodes ?? NOTHING),
    hasMore: rest?.hasMore ?? first?.pageInfo.hasNextPage ?? false,
    loadMore: () => setPages((count) => count + 1),
    /** Reads the posts now, so that a change of them is in what is shown. */
    readAgain,
    error: data ? undefined : error,
  }
}

/** Reads the pages after the first one, again at each change of it. Null while there is one page. */
function useFurtherPosts(id: string, pages: number, first: Connection | undefined): Rest | null {
  const client = useClient()
  const [rest, setRest] = useState<Rest | null>(null)
  useEffect(() => {
    if (pages === 1 || !first) return
    let isCurrent = true
    const read = async () => {
      const posts: RoadmapPost[] = []
      let page: Connection['pageInfo'] | undefined = first.pageInfo
      for (let index = 1; index < pages && page?.hasNextPage; index++) {
        const reading: Reading = client.query(
          ROADMAP,
          { id, after: page.endCursor },
          { requestPolicy: 'network-only' },
        )
        const next: Connection | undefined = (await reading.toPromise()).data?.roadmap?.posts
        page = next?.pageInfo
        posts.push(...(next?.nodes ?? []))
      }
      if (isCurrent) setRest({ posts, hasMore: page?.hasNextPage ?? false })
    }
    void read()
    return () => void (isCurrent = false)
  }, [client, first, id, pages])
  return rest
}

/** A post that moves between two reads can be in both of their pages. */
function withoutRepetition(posts: readonly RoadmapPost[]): readonly RoadmapPost[] {
  return [...new Map(posts.map((each) => [each.post.id, each])).values()]
}
