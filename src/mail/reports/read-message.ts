import type { Keys } from '../../auth/keys.ts'
import { taggedMail } from '../envelope-tag.ts'
import { fieldsOf, partsOf } from './parts.ts'
import { NO_MAILBOX, type Report } from './report.ts'

/**
 * Returns the report in a message: a bounce (RFC 3464) or a complaint (RFC 5965). Anyone can send one to the address of
 * the envelope, so that only the signed tag of a mail counts. Null for any other message.
 */
export function readMessage(keys: Pick<Keys, 'envelopes'>, text: string): Report | null {
  const parts = partsOf(text)
  const found = parts.map(({ type, body }) => READERS[type]?.(body)).find((one) => one != null)
  const mail = found ? taggedMail(keys, text) : null
  return found && mail ? { ...found, email: null, mail } : null
}

type Found = Pick<Report, 'type' | 'permanent' | 'detail'>

const READERS: Partial<Record<string, (body: string) => Found | null>> = {
  'message/delivery-status': bounceOf,
  'message/feedback-report': complaintOf,
}

/** Number of blocks of a status that are read: that of the message, and those of recipients. */
const MAX_BLOCKS = 20

function bounceOf(body: string): Found | null {
  const blocks = body.split(/\n[ \t]*\n/, MAX_BLOCKS).map(fieldsOf)
  const failed = blocks.find((fields) => fields.get('action')?.toLowerCase() === 'failed')
  if (!failed) return null
  const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? ''
  const detail = failed.get('diagnostic-code') ?? status
  return { type: 'bounce', permanent: NO_MAILBOX.test(status), detail }
}

function complaintOf(body: string): Found | null {
  const type = fieldsOf(body).get('feedback-type')?.toLowerCase()
  if (type === undefined || type === 'not-spam') return null
  return { type: 'complaint', permanent: false, detail: type }
}
