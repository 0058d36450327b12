import { parse, type DocumentNode } from 'graphql'
import { assertDocumentSize } from './document-size.ts'
import { LIMITS } from './limits.ts'

/**
 * Parses a text that somebody sent or stored, within the limits on tokens and expanded selections; without locations,
 * which only messages to the author of the text need, it takes less memory.
 * @throws GraphQLError
 */
export function parseDocument(text: string, options: { noLocation?: boolean } = {}): DocumentNode {
  const document = parse(text, { ...options, maxTokens: LIMITS.tokens })
  assertDocumentSize(document)
  return document
}
