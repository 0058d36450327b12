import { setTimeout as sleep } from 'node:timers/promises'
import { sealedLocation } from '../auth/sealed-columns.ts'
import type { Db } from '../db/database.ts'
import { decrypt, type Keyring } from '../lib/crypto/encryption.ts'
import type { ClaimedMail } from './claim-mails.ts'
import type { Reply } from './classify-reply.ts'
import { KINDS } from './kinds/kinds.ts'
import { EXPIRED, nextState } from './next-state.ts'
import { renderMail } from './render-mail.ts'
import type { SendLimits } from './send-limits.ts'
import type { Sender } from './senders.ts'
import type { MailResult } from './store-results.ts'
import { MailError, type MailTransport } from './transport.ts'

export type SendTools = {
  db: Db
  keyring: Keyring
  /** Opens the transport at the first message. Null without an SMTP server: messages are stored. */
  transport: (() => MailTransport) | null
  /** Delay before each retry, in milliseconds. */
  schedule: readonly number[]
  limits: SendLimits
  /** Name of the service in identifiers of messages. */
  host: string
}

/** Maximum duration of sending one message, in milliseconds. Later replies are not read. */
const TIMEOUT_MS = 50_000

/** Sends or stores a mail unless there is a reason against it. Returns the result, which is not stored yet. */
export async function sendMail(tools: SendTools, mail: ClaimedMail, sender: Sender): Promise<MailResult> {
  const { db, keyring, transport, limits } = tools
  const { organizationId, id, kind, email, contentCiphertext } = mail
  const { lifetimeS, skipReason } = KINDS[kind]
  const leftMs = ((lifetimeS ?? Infinity) - mail.ageS) * 1_000
  if (leftMs <= 0) return { mail, state: 'failed', reason: EXPIRED }
  if (email === null || contentCiphertext === null)
    return { mail, state: 'canceled', reason: 'Its recipient was erased' }
  const reason = await skipReason(db, { organizationId, email })
  if (reason !== null) return { mail, state: 'skipped', reason }
  const location = sealedLocation('mails.content_ciphertext', organizationId, id)
  const values = JSON.parse(decrypt(keyring, contentCiphertext, location)) as Record<string, string>
  const message = renderMail(mail, values, sender)
  if (!transport) return { mail, state: 'stored', message }
  const waitMs = limits.delayFor(email)
  if (waitMs > 0)
    return { mail, state: 'queued', reason: 'A limit of the service delays it', waitMs, isFree: true }
  const reply = await replyTo(transport(), {
    ...message,
    ...envelopeOf(tools, mail, sender),
    to: { name: '', address: email },
  })
  const next = nextState({ reply, tries: mail.tries, schedule: tools.schedule, leftMs })
  return { mail, ...next, reply: reply.text, subject: message.subject }
}

type Message = Parameters<MailTransport['send']>[0]

/** Returns the reply of the server, also for a message that it refuses. One that takes too long is temporary. */
function replyTo({ send }: MailTransport, message: Message): Promise<Reply> {
  const ending = new AbortController()
  const late = sleep(TIMEOUT_MS, LATE, { signal: ending.signal, ref: false }).catch(() => LATE)
  const sent = send(message).catch((error: unknown) => {
    if (error instanceof MailError) return error.reply
    throw error
  })
  return Promise.race([sent, late]).finally(() => ending.abort())
}

const LATE: Reply = { outcome: 'temporary', code: null, status: null, text: 'No reply within 50 seconds' }

/** Headers of mails that people have caused themselves. A second copy of a mail has the same Message-ID. */
function envelopeOf({ host }: SendTools, { organizationId, id }: ClaimedMail, { from, replyTo }: Sender) {
  return {
    ...(from && { from }),
    ...(replyTo !== null && { replyTo }),
    messageId: `<m.${organizationId}.${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}
