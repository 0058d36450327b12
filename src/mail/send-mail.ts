import { setTimeout as sleep } from 'node:timers/promises'
import { sealedLocation } from '../auth/sealed-columns.ts'
import type { Db } from '../db/database.ts'
import type { Keys } from '../auth/keys.ts'
import type { MailKind } from '../db/generated/tables.ts'
import { decrypt } from '../lib/crypto/encryption.ts'
import type { ClaimedMail } from './claim-mails.ts'
import type { Reply } from './classify-reply.ts'
import { taggedAddress } from './envelope-tag.ts'
import { isNews, KINDS } from './kinds/kinds.ts'
import { EXPIRED, nextState, SUPPRESSED } from './next-state.ts'
import type { MakeNews } from './news/news-message.ts'
import { renderContent, renderMail, type RenderedMail } from './render-mail.ts'
import type { SendLimits } from './send-limits.ts'
import type { Sender } from './senders.ts'
import type { MailResult } from './store-results.ts'
import type { SendableMail } from './with-suppressions.ts'
import { MailError, type MailTransport } from './transport.ts'

export type SendTools = {
  db: Db
  keys: Keys
  /** Makes the messages of notifications. */
  makeNews: MakeNews
  /** Opens the transport at the first message. Null without an SMTP server: messages are stored. */
  transport: (() => MailTransport) | null
  /** Delay before each retry, in milliseconds. */
  schedule: readonly number[]
  limits: SendLimits
  /** Name of the service in identifiers of messages. */
  host: string
  /** Sender of envelopes, to which the tag of the mail is added. Null for that of the settings. */
  bounceAddress: string | null
}

/** Maximum duration of sending one message, in milliseconds. Later replies are not read. */
const TIMEOUT_MS = 50_000

/** Sends or stores a mail unless there is a reason against it. Returns the result, which is not stored yet. */
export async function sendMail(tools: SendTools, mail: SendableMail, sender: Sender): Promise<MailResult> {
  const { transport, limits } = tools
  const { kind, email, suppression } = mail
  const leftMs = (lifetimeOf(kind) - mail.ageS) * 1_000
  if (leftMs <= 0) return { mail, state: 'failed', reason: EXPIRED }
  if (email === null) return { mail, state: 'canceled', reason: ERASED }
  if (suppression !== null) return { mail, ...SUPPRESSED[suppression] }
  const made = isNews(kind)
    ? await makeNews(tools, mail, sender)
    : await makeSealed(tools, mail, { email, sender })
  if ('state' in made) return { mail, ...made }
  const { message, headers } = made
  if (!transport) return { mail, state: 'stored', message }
  const waitMs = limits.delayFor(email, !isNews(kind))
  if (waitMs > 0)
    return { mail, state: 'queued', reason: 'A limit of the service delays it', waitMs, isFree: true }
  const reply = await replyTo(transport(), {
    ...message,
    ...envelopeOf(tools, mail, { sender, headers }),
    to: { name: '', address: email },
  })
  const next = nextState({ reply, tries: mail.tries, schedule: tools.schedule, leftMs })
  return { mail, ...next, reply: reply.text, subject: message.subject }
}

type Made =
  | { message: RenderedMail; headers: Readonly<Record<string, string>> }
  | { state: 'skipped' | 'canceled'; reason: string }

const ERASED = 'Its recipient was erased'

/** Seconds after which a mail is worthless. */
const lifetimeOf = (kind: MailKind) => (isNews(kind) ? Infinity : (KINDS[kind].lifetimeS ?? Infinity))

/** Returns the message of a mail whose values are sealed in its row. */
async function makeSealed(
  { db, keys }: SendTools,
  mail: ClaimedMail,
  { email, sender }: { email: string; sender: Sender },
): Promise<Made> {
  const { organizationId, id, kind, contentCiphertext } = mail
  if (contentCiphertext === null || isNews(kind)) return { state: 'canceled', reason: ERASED }
  const reason = await KINDS[kind].skipReason(db, { organizationId, email })
  if (reason !== null) return { state: 'skipped', reason }
  const location = sealedLocation('mails.content_ciphertext', organizationId, id)
  const values = JSON.parse(decrypt(keys.encryption, contentCiphertext, location)) as Record<string, string>
  return { message: renderMail({ kind, locale: mail.locale }, values, sender), headers: {} }
}

/** Returns the message of a notification, as its reader sees the data now. */
async function makeNews(tools: SendTools, mail: ClaimedMail, sender: Sender): Promise<Made> {
  const news = await tools.makeNews(mail, sender.name)
  if ('skip' in news) return { state: 'skipped', reason: news.skip }
  return { message: renderContent(news.content, mail.locale, sender), headers: news.headers }
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

/** Returns the sender and the headers of a mail. A second copy has the same Message-ID. */
function envelopeOf(
  { host, keys, bounceAddress }: SendTools,
  { organizationId, id }: ClaimedMail,
  { sender: { from, replyTo }, headers }: { sender: Sender; headers: Readonly<Record<string, string>> },
) {
  return {
    ...(bounceAddress !== null && { returnPath: taggedAddress(keys, bounceAddress, { organizationId, id }) }),
    ...(from && { from }),
    ...(replyTo !== null && { replyTo }),
    messageId: `<m.${organizationId}.${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
  }
}
