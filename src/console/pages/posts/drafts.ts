import type { Mentionable } from './mentions.ts'

/** Text of a comment that is not sent, the people picked for it, and whether it is an internal note. */
export type Draft = { body: string; isInternal: boolean; picked: readonly Mentionable[] }

const drafts = new Map<string, Draft>()

/** Returns the draft of a conversation that was left. The keys are those of `keepDraft`. */
export const draftOf = (key: string): Draft | undefined => drafts.get(key)

/** Keeps a draft until the console is left, so that another post or tab does not end it. An empty one is forgotten. */
export function keepDraft(key: string, draft: Draft): void {
  if (draft.body === '') drafts.delete(key)
  else drafts.set(key, draft)
}
