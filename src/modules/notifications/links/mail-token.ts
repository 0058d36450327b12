import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NotificationKind } from '../../../db/generated/tables.ts'
import { parseId } from '../../../lib/crypto/ids.ts'
import { NOTIFICATION_KINDS } from '../kinds.ts'

/** Subject of a link in a mail: a kind of mails to end, a post to mute, or the page of preferences. */
export type MailTarget =
  { type: 'kind'; kind: NotificationKind } | { type: 'post'; postId: number } | { type: 'preferences' }

/** A person in an organization, and what the link is about. */
export type MailLink = { organizationId: number; userId: number; target: MailTarget }

const VERSION = '1'
/** Bytes of the signature. Its text is compared, because the last character has bits that belong to no byte. */
const LENGTH = 16
const TOKEN = /^1\.([1-9]\d{0,9})\.([1-9]\d{0,9})\.(k-[a-z_]+|p-[1-9]\d{0,9}|a)\.([\w-]{22})$/

/** Returns the token of a link, which is valid as long as the organization's key. */
export function mailToken(key: Buffer, { organizationId, userId, target }: MailLink): string {
  const text = [VERSION, organizationId, userId, nameOf(target)].join('.')
  return `${text}.${sign(key, text)}`
}

/** Returns the link of a token without checking its signature. Null for any other text. */
export function parseMailToken(token: string): MailLink | null {
  const [, organization, user, name = ''] = TOKEN.exec(token) ?? []
  const [organizationId, userId, target] = [parseId(organization), parseId(user), targetOf(name)]
  return organizationId === null || userId === null || target === null
    ? null
    : { organizationId, userId, target }
}

/** Returns whether the key has signed a token. */
export function isMailToken(key: Buffer, token: string): boolean {
  const end = token.lastIndexOf('.')
  const given = Buffer.from(token.slice(end + 1))
  const right = Buffer.from(sign(key, token.slice(0, end)))
  return given.length === right.length && timingSafeEqual(given, right)
}

const sign = (key: Buffer, text: string) =>
  createHmac('sha256', key).update(text, 'utf8').digest().subarray(0, LENGTH).toString('base64url')

function nameOf(target: MailTarget): string {
  if (target.type === 'preferences') return 'a'
  return target.type === 'kind' ? `k-${target.kind}` : `p-${target.postId}`
}

function targetOf(name: string): MailTarget | null {
  if (name === 'a') return { type: 'preferences' }
  if (name.startsWith('p-')) return { type: 'post', postId: Number(name.slice(2)) }
  const kind = Object.keys(NOTIFICATION_KINDS).find((one) => name === `k-${one}`)
  return kind === undefined ? null : { type: 'kind', kind: kind as NotificationKind }
}
