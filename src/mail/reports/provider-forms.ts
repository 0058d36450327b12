import type { Report } from './report.ts'

/** A report in JSON. */
export type Entry = Pick<Report, 'type' | 'permanent' | 'detail'> & { email: string }

type Event = Record<string, unknown>

/** Forms of providers. Each returns the reports of an event, and none for one of another provider. */
export const FORMS: readonly ((event: Event) => Entry[])[] = [postmark, mailgun, sendgrid, ses]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): Event =>
  typeof value === 'object' && value !== null ? (value as Event) : {}
const listOf = (value: unknown): Event[] => (Array.isArray(value) ? value.map(objectOf) : [])

/** Bounces of Postmark after which a mail was not delivered. */
const POSTMARK_BOUNCES = ['HardBounce', 'SoftBounce', 'DnsError', 'Blocked', 'BadEmailAddress']

/** Reads the bounces and complaints of Postmark, which have `RecordType`. */
function postmark({ RecordType: record, Type: type, Email, Description, Details }: Event): Entry[] {
  const [email, detail] = [textOf(Email), textOf(Details) || textOf(Description)]
  if (record === 'SpamComplaint') return [{ type: 'complaint', permanent: false, email, detail }]
  if (record !== 'Bounce' || !POSTMARK_BOUNCES.includes(textOf(type))) return []
  return [{ type: 'bounce', permanent: type === 'HardBounce', email, detail }]
}

/** Reads the failures and complaints of Mailgun, which have `event-data`. */
function mailgun(event: Event): Entry[] {
  const data = objectOf(event['event-data'])
  const { event: name, severity, reason } = data
  const status = objectOf(data['delivery-status'])
  const [email, detail] = [textOf(data.recipient), textOf(status.message) || textOf(status.description)]
  if (name === 'complained') return [{ type: 'complaint', permanent: false, email, detail }]
  if (name !== 'failed' || severity !== 'permanent') return []
  return [{ type: 'bounce', permanent: reason === 'bounce', email, detail }]
}

/** Reads the bounces and complaints of SendGrid, which have `sg_event_id`. A blocked mail may reach a mailbox later. */
function sendgrid({ sg_event_id: id, event, type, email: address, reason }: Event): Entry[] {
  const [email, detail] = [textOf(address), textOf(reason)]
  if (id === undefined) return []
  if (event === 'spamreport') return [{ type: 'complaint', permanent: false, email, detail }]
  return event === 'bounce' ? [{ type: 'bounce', permanent: type !== 'blocked', email, detail }] : []
}

/** Reads the bounces and complaints of Amazon SES, also in the `Message` of its notification service. */
function ses(event: Event): Entry[] {
  if (event.Type === 'Notification') {
    const message = parsed(textOf(event.Message))
    return message.Type === undefined ? ses(message) : []
  }
  const kind = event.notificationType ?? event.eventType
  const { bouncedRecipients, bounceType } = objectOf(event.bounce)
  if (kind === 'Bounce' && bounceType !== 'Transient')
    return listOf(bouncedRecipients).map(({ emailAddress, diagnosticCode }) => {
      const detail = textOf(diagnosticCode)
      return { type: 'bounce', permanent: bounceType === 'Permanent', email: textOf(emailAddress), detail }
    })
  const { complainedRecipients, complaintFeedbackType: feedback } = objectOf(event.complaint)
  if (kind !== 'Complaint' || feedback === 'not-spam') return []
  return listOf(complainedRecipients).map(({ emailAddress }) => {
    return { type: 'complaint', permanent: false, email: textOf(emailAddress), detail: textOf(feedback) }
  })
}

/** Returns the address that confirms a subscription of Amazon's notification service. Null for any other body. */
export function confirmationOf(text: string): string | null {
  const { Type, SubscribeURL } = parsed(text)
  const address = textOf(SubscribeURL)
  return Type === 'SubscriptionConfirmation' && /^https:\/\/sns\.[\w.-]+\.amazonaws\.com\//.test(address)
    ? address
    : null
}

/** Returns the JSON object in a text. Empty for another text. */
function parsed(text: string): Event {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}
