/** States of entries in the address of the list. */
export const STATES = ['draft', 'scheduled', 'published'] as const

export type ListState = (typeof STATES)[number]

/** Name of each state in GraphQL. */
export const STATE_NAMES = {
  draft: 'DRAFT',
  scheduled: 'SCHEDULED',
  published: 'PUBLISHED',
} as const satisfies Record<ListState, string>

/** Tone of the badge of a state. */
export const TONES = { DRAFT: 'quiet', SCHEDULED: 'warn', PUBLISHED: 'good' } as const
