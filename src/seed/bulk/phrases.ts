import { readData } from '../read-data.ts'

/**
 * Building blocks of the texts in one language. A title is opener, subject and context. A description is
 * paragraphs of sentences, occasionally with a block between them. Sanitizing leaves all HTML unchanged.
 */
export type Phrases = {
  openers: string[]
  subjects: string[]
  contexts: string[]
  /** Separator between two sentences. */
  gap: string
  /** Inline HTML. */
  sentences: string[]
  /** Block HTML: lists, code, quotations. */
  blocks: string[]
  /** Inline HTML of comments. */
  remarks: string[]
}

/** Reads the phrases of a language, such as `de`. */
export function phrasesOf(language: string): Phrases {
  return readData(`phrases-${language}`)
}
