import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** Creates an LRU cache of parsed documents by text, limited to `maxCharacters` in total. */
export const documentCache = (maxCharacters: number) =>
  new LRUCache<string, DocumentNode>({
    maxSize: maxCharacters,
    sizeCalculation: (_document, text) => text.length,
  })

/** Caches nothing. Errors are cheap to compute again, and invalid documents are unlimited. */
export const noCache = { get: () => undefined, set: () => {} }
