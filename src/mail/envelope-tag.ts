import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../auth/keys.ts'
import type { RowKey } from '../db/writes/by-organization.ts'

/** Number of hexadecimal digits of a signature: 80 bits, so that the local part has at most 64 characters. */
const SIGNATURE_LENGTH = 20
/** Maximum length of the local part of an address that is tagged, in characters. */
export const MAX_LOCAL_PART = 24
const BASE = 36
/** Tagged addresses. Some servers change the case of a local part. */
const TAGGED = /\+([\da-z]{1,6})-([\da-z]{1,11})-([\da-f]{20})@/gi
/** Maximum number of tags of a text that are compared. */
const MAX_TAGS = 100

/** Returns `bounces@example.com` with the signed tag of a mail, for its envelope: `bounces+1-2a-0123…@example.com`. */
export function taggedAddress(
  { envelopes: [key] }: Pick<Keys, 'envelopes'>,
  address: string,
  { organizationId, id }: RowKey,
): string {
  const [local = '', domain = ''] = address.split('@')
  const tag = [organizationId.toString(BASE), id.toString(BASE), signatureOf(key, { organizationId, id })]
  return `${local}+${tag.join('-')}@${domain}`
}

/** Returns the mail of the first tag in a text that this server has signed. Null without one. */
export function taggedMail({ envelopes }: Pick<Keys, 'envelopes'>, text: string): RowKey | null {
  let left = MAX_TAGS
  for (const [, organization = '', mail = '', signature = ''] of text.matchAll(TAGGED)) {
    if (left-- === 0) return null
    const found = { organizationId: Number.parseInt(organization, BASE), id: Number.parseInt(mail, BASE) }
    const given = Buffer.from(signature.toLowerCase())
    if (envelopes.some((key) => timingSafeEqual(Buffer.from(signatureOf(key, found)), given))) return found
  }
  return null
}

const signatureOf = (key: Buffer, { organizationId, id }: RowKey) =>
  createHmac('sha256', key).update(`${organizationId}/${id}`).digest('hex').slice(0, SIGNATURE_LENGTH)
