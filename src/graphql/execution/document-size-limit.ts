import type { DocumentNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { assertDocumentSize } from './document-size.ts'

/** Rejects documents that are too large after expansion of their fragments, directly after parsing. */
export function documentSizeLimit(): Plugin {
  return {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        if (result === null || result instanceof Error) return
        try {
          assertDocumentSize(result as DocumentNode)
        } catch (error) {
          replaceParseResult(error)
        }
      },
  }
}
