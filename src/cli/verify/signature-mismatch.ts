import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FormedMessage } from '../../lib/standard-webhooks/verify-signature.ts'
import { receivedSignatures } from './received-signatures.ts'
import { bodyVariations, type Variation } from './body-variations.ts'

type Part = string | Buffer

/**
 * Explains why a signature does not match. Tries known mistakes in body, key, signed content and encoding,
 * single ones first. Names the first combination that matches. `secret` must be `whsec_<base64>`.
 */
export function explainMismatch({ id, timestamp, signature, body: bytes, secret }: FormedMessage): string {
  const body = Buffer.from(bytes)
  const received = receivedSignatures(signature)
  const attempts = bodyVariations(body).flatMap((bytes) =>
    contents(id, timestamp, bytes.value).flatMap((content) =>
      keys(secret).map((key) => ({ key, content, faults: faultsOf(key, content, bytes) })),
    ),
  )
  for (const { key, content, faults } of attempts.sort((a, b) => a.faults.length - b.faults.length)) {
    const digest = hmac(key.value, content.value)
    const match = received.find(
      ({ value }) => value.length === digest.length && timingSafeEqual(value, digest),
    )
    if (match) return [...faultsOf(match), ...faults].join('; and ')
  }
  if (received.every(({ value }) => value.length !== 32))
    return 'the signature is not the base64 of 32 bytes: a part of it was lost or added'
  if (body.length === 0) return 'the body is empty: it was omitted, or other code has already consumed it'
  return 'the secret is wrong, or the body was changed'
}

/** Returns the HMAC-SHA256 of the concatenated parts. Strings are UTF-8. */
function hmac(key: Buffer, parts: Part[]): Buffer {
  const hash = createHmac('sha256', key)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function contents(id: string, timestamp: string, body: Buffer): Variation<Part[]>[] {
  const right = 'the signed content is id.timestamp.body'
  return [
    { fault: null, value: [`${id}.${timestamp}.`, body] },
    { fault: `the body alone was signed: ${right}`, value: [body] },
    { fault: `it was signed without the id: ${right}`, value: [`${timestamp}.`, body] },
    { fault: `it was signed without the timestamp: ${right}`, value: [`${id}.`, body] },
    { fault: `it was signed with id and timestamp swapped: ${right}`, value: [`${timestamp}.${id}.`, body] },
    { fault: `it was signed without the body: ${right}`, value: [`${id}.${timestamp}.`] },
  ]
}

function keys(secret: string): Variation<Buffer>[] {
  const base64 = secret.slice('whsec_'.length)
  const right = 'the key is the decoded base64 after whsec_'
  return [
    { fault: null, value: Buffer.from(base64, 'base64') },
    { fault: `the secret was used as raw text: ${right}`, value: Buffer.from(secret) },
    { fault: `the text after whsec_ was used without decoding: ${right}`, value: Buffer.from(base64) },
    { fault: `whsec_ was decoded as if it were base64: ${right}`, value: Buffer.from(secret, 'base64') },
  ]
}

function faultsOf(...variations: Variation<unknown>[]): string[] {
  return variations.flatMap(({ fault }) => fault ?? [])
}
