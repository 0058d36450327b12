import type { Response } from 'express'

/** Where the answer to a request is kept for the next one that asks the same while nothing has changed. */
export type CacheWriter = {
  /** The revision that the organization's data has now: to be asked before the answer is computed. */
  revision(): Promise<string>
  /** Keeps a body in UTF-8 with the value of its Link header. */
  store(revision: string, body: Buffer, link: string | null): void
}

/** The keeper of the answer to this request; null when it is not to be kept. */
export function cacheWriterOf(response: Response): CacheWriter | null {
  return (response.locals.keeper as CacheWriter | undefined) ?? null
}
