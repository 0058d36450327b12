import type { DocumentNode } from 'graphql'

/** Parsed documents by their text: the latest used, together of no more characters than `most`. */
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
      // A map keeps the order of insertion: what comes first was used longest ago.
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

/** Keeps nothing: an error is cheap to find again, and there is no end of wrong documents. */
export const noCache = { get: () => undefined, set: () => {} }
