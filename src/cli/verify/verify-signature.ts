import { timingSafeEqual } from 'node:crypto'
import { formProblem, type Problem, type SignatureHeaders } from './signature-form.ts'
import { explainMismatch, hmac } from './signature-mismatch.ts'

export type SignatureVerdict = { valid: true } | ({ valid: false } & Problem)

/**
 * Verifies a message (Standard Webhooks). One of its `v1,<base64>` signatures must be the HMAC-SHA256 of
 * `id.timestamp.body`. The key is the base64 after `whsec_` of `secret`. The timestamp must be at most
 * `toleranceSeconds` before or after `at`. Otherwise `reason` is the problem and `hint` the remedy, if it can
 * be determined. Never throws. Neither text contains parts of the secret. Show the hint only to its owner,
 * because it helps to guess signatures.
 */
export function verifySignature({
  headers,
  body,
  secret,
  at,
  toleranceSeconds = 300,
}: {
  headers: SignatureHeaders
  /** The received bytes. */
  body: Buffer | string
  secret: string
  at: Date
  toleranceSeconds?: number | undefined
}): SignatureVerdict {
  const malformed = formProblem(headers, secret)
  if (malformed) return { valid: false, ...malformed }
  const { id = '', timestamp = '', signature = '' } = headers
  const message = { id, timestamp, signature, body: Buffer.from(body), secret }
  const mismatch = matches(message) ? null : explainMismatch(message)
  const untimely = timeProblem(Math.floor(at.getTime() / 1000) - Number(timestamp), toleranceSeconds)
  if (untimely) {
    const rest =
      mismatch !== null ? `the signature does not match either: ${mismatch}` : 'the signature itself is right'
    return { valid: false, reason: untimely.reason, hint: `${untimely.hint}; ${rest}` }
  }
  if (mismatch !== null) return { valid: false, reason: 'no signature matches', hint: mismatch }
  return { valid: true }
}

type Message = { id: string; timestamp: string; signature: string; body: Buffer; secret: string }

function matches({ id, timestamp, signature, body, secret }: Message): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const right = Buffer.from(`v1,${hmac(key, [`${id}.${timestamp}.`, body]).toString('base64')}`)
  return signature.split(' ').some((text) => {
    const given = Buffer.from(text)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

/** Returns the problem of a message's age, or null. A negative age is in the future. Both in seconds. */
function timeProblem(age: number, tolerance: number): Problem | null {
  if (Math.abs(age) <= tolerance) return null
  const allowed = `${tolerance} are allowed`
  if (age > 0) {
    return {
      reason: `webhook-timestamp is ${age} seconds old, ${allowed}`,
      hint: "this machine's clock is ahead, or the request is old: a replay, or a saved request, which must be verified as of the time of its receipt",
    }
  }
  return {
    reason: `webhook-timestamp is ${-age} seconds in the future, ${allowed}`,
    hint: "this machine's clock is behind, or the sender's is ahead",
  }
}
