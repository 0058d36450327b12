import { useEffect, useState } from 'react'
import { useClient, useQuery, type Client } from 'urql'
import { graphql } from '../../graphql.ts'
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

/** Reads every status, board and tag. The first hundred of them are there before the others. */
export function useChoices() {
  const client = useClient()
  const [{ data, error }] = useQuery({ query: CHOICES })
  const [read, setRead] = useState<{ first: Choices; all: Choices } | null>(null)
  useEffect(() => {
    if (!data || !hasMore(data)) return
    let isEnded = false
    void withMore(client, data).then((all) => void (isEnded || setRead({ first: data, all })))
    return () => void (isEnded = true)
  }, [client, data])
  return { data: read && read.first === data ? read.all : data, error }
}

const hasMore = ({ buckets, tags }: Choices) => buckets.pageInfo.hasNextPage || tags.pageInfo.hasNextPage

/** Returns choices with all that comes after them. A page that cannot be read ends the lists. */
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
