import * as v from 'valibot'
import { AppError, invalidParam } from '../../lib/errors.ts'
import { JsonBounds } from '../../lib/text/json-bounds.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { FORMS, type Entry } from './provider-forms.ts'
import type { Report } from './report.ts'

/** Maximum number of reports in one body. */
const MAX_REPORTS = 1_000
const MAX_LEVELS = 100
/** Message-ID of a mail of the service. The report was authorized, and its address has to be that of the mail. */
const MESSAGE_ID = /\bm\.(\d{1,9})\.(\d{1,15})@/

const OWN = v.object({
  reports: v.array(
    v.object({
      type: v.picklist(['bounce', 'complaint']),
      email: v.string(),
      permanent: v.optional(v.boolean(), false),
      detail: v.optional(v.string(), ''),
    }),
  ),
})

/**
 * Returns the reports in a JSON body: `{ "reports": [{ "type", "email", "permanent", "detail" }] }`, or an event of
 * Postmark, Mailgun, SendGrid or Amazon SES, or an array of them. Other events of theirs are no reports.
 * @throws AppError INVALID_FORMAT for other JSON than an object or an array of objects; INVALID_PARAM for an invalid
 * report, and for more than 1000
 */
export function readJson(body: Buffer): Report[] {
  const events = eventsOf(parse(body))
  const found = events.map((event) => ({ event, entries: entriesOf(event) }))
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0)
  if (count > MAX_REPORTS) throw invalidParam('reports', `has more than ${MAX_REPORTS} entries`)
  return found.flatMap(({ event, entries }) => {
    // An event may have many recipients, and is searched once.
    const mail = entries.length === 0 ? null : mailOf(event)
    return entries.map((entry) => ({ ...entry, ...addressOf(entry), mail }))
  })
}

type Event = Record<string, unknown>

function parse(body: Buffer): unknown {
  if (new JsonBounds({ levels: MAX_LEVELS, values: Infinity }).exceededBy(body))
    throw new AppError('INVALID_FORMAT', `The body is nested more than ${MAX_LEVELS} levels deep`)
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new AppError('INVALID_FORMAT', 'The body is not valid JSON')
  }
}

/** Returns the events of a body. A report in our own form is an event. */
function eventsOf(body: unknown): Event[] {
  const events: unknown[] = Array.isArray(body) ? body : [body]
  if (!events.every(isObject))
    throw new AppError('INVALID_FORMAT', 'The body must be a JSON object, or an array of them')
  return events.flatMap((event) => {
    const { reports } = event
    return Array.isArray(reports) ? reports.map((one: unknown) => ({ reports: [one] })) : [event]
  })
}

const isObject = (value: unknown): value is Event =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function entriesOf(event: Event): Entry[] {
  if (!('reports' in event))
    return FORMS.flatMap((read) => read(event)).filter(({ email }) => normalizeEmail(email) !== null)
  const { success, output, issues } = v.safeParse(OWN, event)
  if (success) return output.reports
  const field = issues[0].path?.[2]
  throw invalidParam('reports', field ? `has an entry with an invalid ${String(field.key)}` : 'is invalid')
}

function addressOf({ email: given }: Entry) {
  const email = normalizeEmail(given)
  if (email === null) throw invalidParam('email', 'is not an e-mail address')
  return { email }
}

/** Returns the mail that an event names by its Message-ID. Null without one. */
function mailOf(event: Event): Report['mail'] {
  const [, organizationId, id] = MESSAGE_ID.exec(JSON.stringify(event)) ?? []
  return id === undefined ? null : { organizationId: Number(organizationId), id: Number(id) }
}
