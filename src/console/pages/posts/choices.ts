import { createContext, use } from 'react'
import type { Choices } from './post-documents.ts'

const NO_MORE = { hasNextPage: false, endCursor: null }

/** Statuses, boards and tags of the organization, and what reads those behind the first hundred. */
export type AllChoices = Choices & { isReading: boolean; readAll: () => void }

/** The choices of the page. */
export const ChoicesContext = createContext<AllChoices>({
  statuses: [],
  buckets: { nodes: [], pageInfo: NO_MORE },
  tags: { nodes: [], pageInfo: NO_MORE },
  isReading: false,
  readAll: () => {},
})

type Tag = Choices['tags']['nodes'][number]
type Chosen = { bucket: Pick<Choices['buckets']['nodes'][number], 'id' | 'name'>; tags: readonly Tag[] }

/** Options of the pickers of posts. Boards and tags of `posts` are among them, whether or not they were read. */
export function useOptions(posts: readonly Chosen[] = []) {
  const choices = use(ChoicesContext)
  const boards = merged(
    choices.buckets.nodes,
    posts.map(({ bucket }) => bucket),
  )
  const tags = merged(
    choices.tags.nodes,
    posts.flatMap((post) => post.tags),
  )
  return {
    choices,
    allTags: tags,
    statuses: choices.statuses.map(({ id, name, color }) => ({ value: id, label: name, color })),
    boards: boards.map(({ id, name }) => ({ value: id, label: name })),
    tags: tags.map(({ id, name, color }) => ({ value: id, label: name, color })),
    reading: { isReading: choices.isReading, onOpen: choices.readAll },
  }
}

/** Returns things, and those of others that are not among them. */
function merged<Thing extends { id: string }>(things: readonly Thing[], others: readonly Thing[]): Thing[] {
  if (others.length === 0) return [...things]
  return [...new Map([...things, ...others].map((thing) => [thing.id, thing])).values()]
}
