import type { Request, Response } from 'express'
import { startFingerprint } from './fingerprint.ts'
import { readKey } from './read-key.ts'

/** The idempotency key of a request whose body is being read. */
export type RequestKey = {
  /** Returns the key with the SHA-256 of the request. Call it once the body is read. */
  ended(): { key: string; fingerprint: Buffer }
}

/**
 * Returns the idempotency key of a POST, null without one. Call it in the same turn as the reader of the body.
 * @throws AppError INVALID_PARAM
 */
export function requestKey(request: Request): RequestKey | null {
  if (request.headers['idempotency-key'] === undefined || request.method !== 'POST') return null
  const key = readKey(request.headers)
  if (key === null) return null
  const end = startFingerprint(request)
  return { ended: () => ({ key, fingerprint: end() }) }
}

/** Marks a response as the stored one of an earlier request, also for scripts of other origins. */
export function markReplayed(response: Response): void {
  response.setHeader('Idempotency-Replayed', 'true')
  response.appendHeader('Access-Control-Expose-Headers', 'Idempotency-Replayed')
}
