import { parse, type DocumentNode } from 'graphql'
import { assertDocumentSize } from './document-size.ts'
import { LIMITS } from './limits.ts'

/**
 * Parses a client's document within the limits on tokens and expanded selections. `noLocation` saves memory.
 * Only messages to the document's author need locations.
 * @throws GraphQLError
 */
export function parseDocument(text: string, options: { noLocation?: boolean } = {}): DocumentNode {
  const document = parse(text, { ...options, maxTokens: LIMITS.tokens })
  assertDocumentSize(document)
  return document
}
