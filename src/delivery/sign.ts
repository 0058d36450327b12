import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'

type SignatureHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

const PREFIX = 'whsec_'

/** Cache of decoded keys by secret. */
const keys = new LRUCache<string, KeyObject>({ max: 2000 })

/**
 * Returns the headers that authenticate a message and its time (contract 6, Standard Webhooks). They are its
 * id, the attempt's time in Unix seconds, and `v1,<base64 HMAC-SHA256 of id.timestamp.body>`. Each secret
 * (`whsec_` and base64) adds one signature, separated by spaces. A receiver can verify with either one during
 * a rotation.
 * @throws Error for a secret of another form
 */
export function signatureHeaders(message: {
  id: string
  body: Buffer | string
  at: Date
  secrets: string[]
}): SignatureHeaders {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const head = `${message.id}.${timestamp}.`
  const signatures = message.secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', signingKey(secret)).update(head).update(message.body).digest('base64')}`,
  )
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** Whether a text has the form of a signing secret, `whsec_` and base64. */
export function isSigningSecret(text: string): boolean {
  return text.startsWith(PREFIX) && Buffer.from(text.slice(PREFIX.length), 'base64').length > 0
}

function signingKey(secret: string): KeyObject {
  const cached = keys.get(secret)
  if (cached) return cached
  if (!isSigningSecret(secret)) throw new Error('Not a webhook signing secret')
  const key = createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'))
  keys.set(secret, key)
  return key
}
