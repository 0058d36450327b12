/** Meaning of a mail server's reply for the message, its mailbox or all messages. */
type Outcome =
  | 'accepted'
  /** A later try may succeed. */
  | 'temporary'
  /** No later try to this address will succeed. */
  | 'refused'
  /** The mailbox does not exist, or is closed: no other message reaches it. */
  | 'no-mailbox'
  /** The server refused TLS, the login or the sender: no message is sent before the settings change. */
  | 'settings'

/** A reply (RFC 5321, section 4.2) with its enhanced status (RFC 3463), or the reason why there is none. */
export type Reply = { outcome: Outcome; code: number | null; status: string | null; text: string }

/** Enhanced statuses of mailboxes that do not exist or are closed. */
const NO_MAILBOX = new Set(['5.1.1', '5.1.10', '5.2.1'])
const MAX_LENGTH = 512

/** Fields of a result, and of an error of nodemailer. */
type Given = { response?: string; responseCode?: number; code?: string; command?: string; message?: string }

/** Returns the meaning of a result or an error. One without a reply is temporary: the connection was lost. */
export function classifyReply({ response, responseCode, code: name, command, message = '' }: Given): Reply {
  const reply = response ?? ''
  const code = responseCode ?? (/^\d{3}\b/.test(reply) ? Number(reply.slice(0, 3)) : null)
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ?? null
  const text = (reply || message).replaceAll('\0', '').slice(0, MAX_LENGTH)
  return { outcome: outcomeOf({ code, status, name, command, isResult: message === '' }), code, status, text }
}

type Parts = {
  code: number | null
  status: string | null
  name: string | undefined
  command: string | undefined
  isResult: boolean
}

function outcomeOf({ code, status, name, command = '', isResult }: Parts): Outcome {
  if (isResult && code !== null && code < 400) return 'accepted'
  const isOfMessage = /^(RCPT|DATA)/.test(command) || name === 'EENVELOPE' || name === 'EMESSAGE'
  if (code === null || code < 500) return 'temporary'
  if (!isOfMessage || command === 'MAIL FROM') return 'settings'
  return command !== 'DATA' && status !== null && NO_MAILBOX.has(status) ? 'no-mailbox' : 'refused'
}
