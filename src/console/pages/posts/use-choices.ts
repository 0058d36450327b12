import { useCallback, useEffect, useMemo, useState } from 'react'
import { useClient, useQuery, type Client } from 'urql'
import { graphql } from '../../graphql.ts'
import type { AllChoices } from './choices.ts'
import { CHOICES, type Choices } from './post-documents.ts'

/** Boards and tags behind the first hundred, which few organizations have. */
const MORE_CHOICES = graphql(`
  query MorePostChoices($boards: Boolean!, $afterBoard: String, $tags: Boolean!, $afterTag: String) {
    buckets(first: 100, after: $afterBoard) @include(if: $boards) {
      nodes {
        id
        name
        private
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    tags(first: 100, after: $afterTag) @include(if: $tags) {
      nodes {
        id
        name
        color
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/**
 * Reads every status, and the first hundred boards and tags. `readAll` reads the others, each hundred by a request.
 * After a failure it goes on where it stopped.
 */
export function useChoices(): { choices: AllChoices | undefined; isFailed: boolean } {
  const client = useClient()
  const [{ data, error }] = useQuery({ query: CHOICES })
  const [isReading, setReading] = useState(false)
  const [read, setRead] = useState<{ first: Choices; all: Choices } | null>(null)
  const all = read && read.first === data ? read.all : data
  const readAll = useCallback(() => setReading(true), [])
  useEffect(() => {
    if (!isReading || !data || !all) return
    let isEnded = false
    const end = (next: Choices) => {
      if (isEnded) return
      setRead({ first: data, all: next })
      setReading(false)
    }
    void withMore(client, all).then(end)
    return () => void (isEnded = true)
  }, [client, data, all, isReading])
  const choices = useMemo(() => all && { ...all, isReading, readAll }, [all, isReading, readAll])
  return { choices, isFailed: error !== undefined }
}

const hasMore = ({ buckets, tags }: Choices) => buckets.pageInfo.hasNextPage || tags.pageInfo.hasNextPage

/** Returns choices with all that comes after them, up to a page that cannot be read. */
async function withMore(client: Client, first: Choices): Promise<Choices> {
  let all = first
  while (hasMore(all)) {
    const { buckets, tags } = all
    const variables = {
      boards: buckets.pageInfo.hasNextPage,
      afterBoard: buckets.pageInfo.endCursor,
      tags: tags.pageInfo.hasNextPage,
      afterTag: tags.pageInfo.endCursor,
    }
    const { data } = await client.query(MORE_CHOICES, variables).toPromise()
    if (!data) return all
    all = { ...all, buckets: joined(buckets, data.buckets), tags: joined(tags, data.tags) }
  }
  return all
}

type Part<Node, Info> = { nodes: Node[]; pageInfo: Info }

const joined = <Node, Info>(before: Part<Node, Info>, next: Part<Node, Info> | undefined) =>
  next ? { nodes: [...before.nodes, ...next.nodes], pageInfo: next.pageInfo } : before
