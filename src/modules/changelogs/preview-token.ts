import { createHmac, timingSafeEqual } from 'node:crypto'
import { now } from '../../lib/time/clock.ts'

const LIFETIME_MS = 3_600_000
/** Tokens of one entry are equal within this time, so that a client that reads it again keeps its page. */
const STEP_MS = 600_000
const TOKEN = /^(\d{1,10})\.(\d{1,15})\.([\w-]{43})$/

/**
 * Returns the token that shows one entry of an organization to its bearer for an hour, and 10 minutes at most after it.
 */
export function previewToken(key: Buffer, organizationId: number, id: number): string {
  const until = Math.ceil(now().getTime() / STEP_MS) * STEP_MS + LIFETIME_MS
  return `${id}.${until}.${sign(key, organizationId, id, until)}`
}

/** Returns the id of the entry that a token shows. Null for a token of another organization, and for an old one. */
export function readPreviewToken(key: Buffer, organizationId: number, token: string): number | null {
  const [, id = '', until = '', signature = ''] = TOKEN.exec(token) ?? []
  if (id === '' || Number(until) <= now().getTime()) return null
  const expected = sign(key, organizationId, Number(id), Number(until))
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? Number(id) : null
}

const sign = (key: Buffer, organizationId: number, id: number, until: number) =>
  createHmac('sha256', key).update(`changelog ${organizationId} ${id} ${until}`).digest('base64url')
