import { EVENT_NAMES, type EventName } from '../../events/catalogue.ts'
import { containing, unprocessable, invalidParam, missingParam } from '../../lib/errors.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { outboundUrlProblem } from '../../lib/http/outbound-url-problem.ts'

/** Returns the description of the document of a webhook in an input. `builtIn` selects the built-in document. */
export const documentDescription = (builtIn: 'null for' | 'by default'): string =>
  'Subscription to `events` only, at most 20,000 characters, whose result below `events` is the JSON body; ' +
  `${builtIn} the built-in document of each event. ` +
  'Runs with the permissions of the organization or, for the webhook of an install, with those of the install.'

/**
 * Validates the URL of a webhook.
 * @throws AppError MISSING_PARAM if blank, UNPROCESSABLE if events may not be sent to it
 */
export function checkUrl(value: string, allowedHosts: ReadonlySet<string>): string {
  const url = value.trim()
  if (!url) throw missingParam('url')
  const problem = outboundUrlProblem(url, allowedHosts)
  if (problem) throw unprocessable('url', problem)
  return url
}

/**
 * Validates the events of a webhook and returns them without duplicates.
 * @throws AppError MISSING_PARAM for none, INVALID_PARAM for an event about webhooks
 */
export function checkEvents(values: readonly string[]): EventName[] {
  if (values.length === 0) throw missingParam('events')
  const unknown = values.find((value) => !(EVENT_NAMES as string[]).includes(value))
  if (unknown !== undefined)
    throw invalidParam(
      'events',
      'is not included in the list',
      containing(unknown, 'webhooks cannot subscribe to'),
    )
  return EVENT_NAMES.filter((name) => values.includes(name))
}

/**
 * Validates the name of a webhook, which may be empty.
 * @throws AppError UNPROCESSABLE for more than 255 characters
 */
export const checkName = (value: string | null | undefined) => optionalText('name', value) ?? ''
