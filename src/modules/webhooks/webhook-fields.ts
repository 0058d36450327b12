import { EVENT_NAMES, type EventName } from '../../events/catalogue.ts'
import { unprocessable, invalidParam, missingParam } from '../../lib/errors.ts'
import { optionalText } from '../../lib/fields.ts'
import { webhookUrlProblem } from './webhook-url-problem.ts'

/** A webhook's address, checked. @throws AppError MISSING_PARAM when blank, UNPROCESSABLE when events may not be sent there */
export function checkUrl(value: string, allowedHosts: ReadonlySet<string>): string {
  const url = value.trim()
  if (!url) throw missingParam('url')
  const problem = webhookUrlProblem(url, allowedHosts)
  if (problem) throw unprocessable('url', problem)
  return url
}

/** The events of a webhook, each once. @throws AppError MISSING_PARAM for none, INVALID_PARAM for one that is not in the list */
export function checkEvents(values: readonly string[]): EventName[] {
  if (values.length === 0) throw missingParam('events')
  if (!values.every((value) => (EVENT_NAMES as string[]).includes(value)))
    throw invalidParam('events', 'is not included in the list')
  return EVENT_NAMES.filter((name) => values.includes(name))
}

/** What a webhook is called; empty when it has no name. @throws AppError UNPROCESSABLE for more than 255 characters */
export const checkName = (value: string | null | undefined) => optionalText('name', value) ?? ''
