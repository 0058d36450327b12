import { createContext, use } from 'react'
import type { Choices } from './post-documents.ts'

const NO_MORE = { hasNextPage: false, endCursor: null }

/** Statuses, boards and tags of the organization. */
export const ChoicesContext = createContext<Choices>({
  statuses: [],
  buckets: { nodes: [], pageInfo: NO_MORE },
  tags: { nodes: [], pageInfo: NO_MORE },
})

/** Options of the pickers of a post. */
export function useOptions() {
  const choices = use(ChoicesContext)
  return {
    choices,
    statuses: choices.statuses.map(({ id, name, color }) => ({ value: id, label: name, color })),
    boards: choices.buckets.nodes.map(({ id, name }) => ({ value: id, label: name })),
    tags: choices.tags.nodes.map(({ id, name, color }) => ({ value: id, label: name, color })),
  }
}
