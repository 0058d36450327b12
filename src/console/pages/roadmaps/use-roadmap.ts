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
type Rest = { posts: readonly RoadmapPost[]; hasMore: boolean; hasFailed: boolean }

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
  const [{ pages, tries }, setRequested] = useState({ pages: 1, tries: 0 })
  const first = data?.roadmap?.posts
  const rest = useFurtherPosts({ id, pages, tries }, first)
  const readAgain = useCallback(
    () => client.query(ROADMAP, { id, after: null }, { requestPolicy: 'network-only' }).toPromise(),
    [client, id],
  )
  return {
    roadmap: data?.roadmap,
    posts: rest ? withoutRepetition([...(first?.nodes ?? []), ...rest.posts]) : (first?.nodes ?? NOTHING),
    hasMore: rest?.hasMore ?? first?.pageInfo.hasNextPage ?? false,
    hasFailed: rest?.hasFailed ?? false,
    loadMore: () => setRequested({ pages: rest?.hasFailed ? pages : pages + 1, tries: tries + 1 }),
    /** Reads the posts now, so that a change of them is in what is shown. */
    readAgain,
    error: data ? undefined : error,
  }
}

type Requested = { id: string; pages: number; tries: number }

/** Reads the pages after the first one, again at each change of it and each try. Null while there is one page. */
function useFurtherPosts({ id, pages, tries }: Requested, first: Connection | undefined): Rest | null {
  const client = useClient()
  const [rest, setRest] = useState<Rest | null>(null)
  useEffect(() => {
    if (pages === 1 || !first) return
    let isCurrent = true
    const read = async () => {
      const posts: RoadmapPost[] = []
      let page: Connection['pageInfo'] = first.pageInfo
      for (let index = 1; index < pages && page.hasNextPage; index++) {
        const reading: Reading = client.query(
          ROADMAP,
          { id, after: page.endCursor },
          { requestPolicy: 'network-only' },
        )
        const next: Connection | undefined = (await reading.toPromise()).data?.roadmap?.posts
        if (!next) return void (isCurrent && setRest({ posts, hasMore: true, hasFailed: true }))
        page = next.pageInfo
        posts.push(...next.nodes)
      }
      if (isCurrent) setRest({ posts, hasMore: page.hasNextPage, hasFailed: false })
    }
    void read()
    return () => void (isCurrent = false)
  }, [client, first, id, pages, tries])
  return rest
}

/** A post that moves between two reads can be in both of their pages. */
function withoutRepetition(posts: readonly RoadmapPost[]): readonly RoadmapPost[] {
  return [...new Map(posts.map((each) => [each.post.id, each])).values()]
}
