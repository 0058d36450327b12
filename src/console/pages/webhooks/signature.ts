/** Signed parts of a request, which are joined by periods. */
type Signed = { id: string; timestamp: string; body: string }

const PREFIX = 'whsec_'

/**
 * Returns the signature of a request with a secret, `v1,<base64>`, as Standard Webhooks define it, or null for a
 * text that is no secret.
 */
export async function signatureOf(secret: string, { id, timestamp, body }: Signed): Promise<string | null> {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null
  if (!bytes || bytes.length === 0) return null
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign(
    'HMAC',
    key,
    new TextEncoder().encode(`${id}.${timestamp}.${body}`),
  )
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
