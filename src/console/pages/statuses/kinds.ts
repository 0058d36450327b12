/** Kinds of a status, in the order in which a post passes them. */
export const KINDS = ['SUBMITTED', 'UNDER_REVIEW', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CLOSED'] as const

export type Kind = (typeof KINDS)[number]
