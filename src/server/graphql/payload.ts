import type { ExecutionResult } from 'graphql'
import { formatError } from './send-response.ts'

/** Result of one execution as JSON, shared by all its recipients. */
export type Payload = {
  json: string
  /** Size in bytes of UTF-8. */
  bytes: number
  /** Id after which to resume, for items of the event log. */
  eventId?: string
}

/** Converts an execution result to a payload. Its errors must be masked. */
export function toPayload(result: ExecutionResult, eventId?: string): Payload {
  const json = jsonOf(result)
  return { json, bytes: Buffer.byteLength(json), ...(eventId !== undefined && { eventId }) }
}

/** An execution result as JSON. Its errors must be masked. */
export function jsonOf({ data, errors, extensions }: ExecutionResult): string {
  return JSON.stringify({ data, ...(errors?.length && { errors: errors.map(formatError) }), extensions })
}

/** Returns the end of the JSON of a result, which is its extensions. */
export const endOf = (extensions: ExecutionResult['extensions']): string =>
  extensions ? `,"extensions":${JSON.stringify(extensions)}}` : '}'
