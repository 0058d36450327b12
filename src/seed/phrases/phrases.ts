/**
 * What texts of one language are put together from. A title is opener, subject and context; a description is
 * paragraphs of sentences, now and then with a block in between. All HTML is such that sanitizing leaves it as it is.
 */
export type Phrases = {
  openers: string[]
  subjects: string[]
  contexts: string[]
  /** What stands between two sentences. */
  gap: string
  /** Inline HTML. */
  sentences: string[]
  /** Block HTML: lists, code, quotations. */
  blocks: string[]
  /** Inline HTML of comments. */
  remarks: string[]
}
