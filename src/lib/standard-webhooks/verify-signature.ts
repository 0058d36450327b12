import { formProblem, type Problem, type SignatureHeaders } from './signature-form.ts'

export type SignatureVerdict = { valid: true } | ({ valid: false } & Problem)

/** Headers of a message, its received bytes, and the secret `whsec_<base64>`. */
type ReceivedMessage = {
  headers: SignatureHeaders
  body: Uint8Array | string
  secret: string
}

/** A message whose headers and secret are well-formed. */
export type FormedMessage = {
  id: string
  timestamp: string
  signature: string
  body: Uint8Array
  secret: string
}

/**
 * Verifies a message (Standard Webhooks). One of its `v1,<base64>` signatures must be the HMAC-SHA256 of
 * `id.timestamp.body`. The key is the base64 after `whsec_` of `secret`. The timestamp must be at most
 * `toleranceSeconds` before or after `at`. Otherwise `reason` is the problem and `hint` the remedy, if it can
 * be determined. `explain` returns the hint for a signature that does not match. Never throws. Neither text
 * contains parts of the secret. Show the hint only to its owner, because it helps to guess signatures. Runs in
 * browsers too.
 */
export async function verifySignature({
  at,
  toleranceSeconds = 300,
  explain = () => 'the secret is wrong, or the body was changed',
  ...received
}: ReceivedMessage & {
  at: Date
  toleranceSeconds?: number | undefined
  explain?: (message: FormedMessage) => string
}): Promise<SignatureVerdict> {
  const malformed = formProblem(received.headers, received.secret)
  if (malformed) return { valid: false, ...malformed }
  const message = formed(received)
  const mismatch = (await matches(message)) ? null : explain(message)
  const untimely = timeProblem(Math.floor(at.getTime() / 1000) - Number(message.timestamp), toleranceSeconds)
  if (untimely) {
    const rest =
      mismatch !== null ? `the signature does not match either: ${mismatch}` : 'the signature itself is right'
    return { valid: false, reason: untimely.reason, hint: `${untimely.hint}; ${rest}` }
  }
  if (mismatch !== null) return { valid: false, reason: 'no signature matches', hint: mismatch }
  return { valid: true }
}

function formed({ headers, body, secret }: ReceivedMessage): FormedMessage {
  const { id = '', timestamp = '', signature = '' } = headers
  return { id, timestamp, signature, secret, body: typeof body === 'string' ? utf8(body) : body }
}

/** WebCrypto compares in constant time. */
async function matches({ id, timestamp, signature, body, secret }: FormedMessage): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = fromBase64(secret.slice('whsec_'.length))
  if (!bytes) return false
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  const head = utf8(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  for (const part of signature.split(' ')) {
    const given = /^v1,[^=]{43}=$/.test(part) ? fromBase64(part.slice('v1,'.length)) : null
    if (given && (await crypto.subtle.verify('HMAC', key, given, content))) return true
  }
  return false
}

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Null for a text that is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
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
