import type { DocumentNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { assertDocumentSize } from './document-size.ts'

/** Refuses documents that are too large with their fragments spread, after parsing and before everything else. */
export function documentSizeLimit(): Plugin {
  return {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        if (result === null || result instanceof Error) return
        try {
          assertDocumentSize(result as DocumentNode)
        } catch (error) {
          replaceParseResult(error as Error)
        }
      },
  }
}
