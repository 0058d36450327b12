import type { Revision } from '../../db/revisions.ts'

type Pending<Value> = { revision: Revision; response: Promise<Value | null> }

/** Responses that are being computed, by their cache key. */
export class PendingResponses<Value> {
  readonly #pending = new Map<string, Pending<Value>>()

  /**
   * Returns the response for a key that is computed from data of this revision or later. It is null if the
   * computation has no response to share. Returns undefined if none is computed.
   */
  find(key: string, revision: Revision): Promise<Value | null> | undefined {
    const pending = this.#pending.get(key)
    return pending?.revision === revision ? pending.response : undefined
  }

  /**
   * Announces the response for a key, computed from data of this revision or later. Returns the function that
   * ends the computation, with null if there is nothing to share. Further calls have no effect. Returns
   * whether the response is for the last revision announced for the key.
   */
  begin(key: string, revision: Revision): (value: Value | null) => boolean {
    const { promise, resolve } = Promise.withResolvers<Value | null>()
    const own = { revision, response: promise }
    this.#pending.set(key, own)
    return (value) => {
      resolve(value)
      return this.#pending.get(key) === own && this.#pending.delete(key)
    }
  }
}
