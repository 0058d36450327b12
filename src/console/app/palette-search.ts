import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../graphql.ts'
import { useOpen, type Command } from './palette-commands.ts'

/** Milliseconds without a key after which the server is asked. */
const PAUSE_MS = 150

const POSTS = graphql(`
  query PalettePosts($search: String!) {
    posts(
      first: 6
      filter: { search: $search, includePrivate: true }
      orderBy: { field: RELEVANCE, direction: DESC }
    ) {
      nodes {
        id
        title
        status {
          id
          name
        }
      }
    }
  }
`)

const PEOPLE = graphql(`
  query PalettePeople($search: String!) {
    customers(first: 4, filter: { search: $search }) {
      nodes {
        id
        name
        email
      }
    }
  }
`)

/** Returns the posts and people that a text finds. Either is left out where the person may not read it. */
export function useFound(slug: string, typed: string): { found: Command[]; isSearching: boolean } {
  const open = useOpen(slug)
  const text = typed.trim()
  const search = usePaused(text)
  const options = { variables: { search }, pause: search === '' }
  const [posts] = useQuery({ query: POSTS, ...options })
  const [people] = useQuery({ query: PEOPLE, ...options })
  if (text === '') return { found: [], isSearching: false }
  const found = [
    ...(posts.data?.posts.nodes ?? []).map(({ id, title, status }): Command => {
      return { id, group: 'posts', label: title, hint: status.name, run: () => open(`/posts/${id}`) }
    }),
    ...(people.data?.customers.nodes ?? []).map(({ id, name, email }): Command => {
      return { id, group: 'people', label: name, hint: email ?? '', run: () => open(`/customers/${id}`) }
    }),
  ]
  return { found, isSearching: text !== search || posts.fetching || people.fetching }
}

/** Returns a text once it has not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
