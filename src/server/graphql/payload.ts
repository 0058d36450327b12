import type { ExecutionResult } from 'graphql'
import { formatError } from './send-response.ts'

/** The result of one execution, as JSON that is made once for all who are sent it. */
export type Payload = {
  json: string
  /** Its size in UTF-8. */
  bytes: number
  /** Of items in the event log: the id to resume after. */
  eventId?: string
}

/** An execution result as what it is sent as; its errors must have been masked. */
export function toPayload(result: ExecutionResult, eventId?: string): Payload {
  const json = jsonOf(result)
  return { json, bytes: Buffer.byteLength(json), ...(eventId !== undefined && { eventId }) }
}

/** An execution result as JSON; its errors must have been masked. */
export function jsonOf({ data, errors }: ExecutionResult): string {
  return JSON.stringify({ data, ...(errors?.length && { errors: errors.map(formatError) }) })
}
