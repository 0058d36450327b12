import type { DocumentNode } from 'graphql'

/** Creates an LRU cache of parsed documents by text, limited to `most` characters in total. */
export function documentCache(most: number) {
  const documents = new Map<string, DocumentNode>()
  let size = 0
  const drop = (text: string) => {
    if (documents.delete(text)) size -= text.length
  }
  return {
    get(text: string): DocumentNode | undefined {
      const document = documents.get(text)
      if (!document) return undefined
      // A Map keeps the insertion order, so the first entry is the least recently used.
      documents.delete(text)
      documents.set(text, document)
      return document
    },
    set(text: string, document: DocumentNode): void {
      drop(text)
      documents.set(text, document)
      size += text.length
      for (const oldest of documents.keys()) {
        if (size <= most) break
        drop(oldest)
      }
    },
  }
}

/** Caches nothing. Errors are cheap to compute again, and invalid documents are unlimited. */
export const noCache = { get: () => undefined, set: () => {} }
