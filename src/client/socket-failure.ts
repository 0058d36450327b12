import { EchologError, graphqlError, type ErrorCode, type GraphQLFailure } from './echolog-error.ts'

/** A failure of a subscription, and whether a new connection may succeed. */
type SocketFailure = { error: EchologError; isPassing: boolean }

/** Close codes after which the same subscription fails again (docs/subscriptions.md, graphql-transport-ws). */
const FINAL: Record<number, [status: number, code: ErrorCode]> = {
  1009: [413, 'ERROR_CODE_PAYLOAD_TOO_LARGE'],
  4400: [400, 'ERROR_CODE_INVALID_FORMAT'],
  4401: [401, 'ERROR_CODE_UNAUTHORIZED'],
  4403: [403, 'ERROR_CODE_FORBIDDEN'],
  4406: [400, 'ERROR_CODE_INVALID_FORMAT'],
  4409: [409, 'ERROR_CODE_CONFLICT'],
  4429: [400, 'ERROR_CODE_INVALID_FORMAT'],
}

/**
 * Converts what ended a subscription: GraphQL errors, the close event or the error event of its socket, or an error
 * of the credential source. Statuses 429 and from 500 may pass, and so may a lost connection.
 */
export function failureOf(thrown: unknown): SocketFailure {
  if (thrown instanceof EchologError) return { error: thrown, isPassing: mayPass(thrown.status) }
  if (Array.isArray(thrown)) return failureOf(graphqlError(thrown as GraphQLFailure[]))
  const { code, reason, message } = thrown as { code?: unknown; reason?: unknown; message?: unknown }
  if (typeof code !== 'number')
    return {
      error: lost(`lost${typeof message === 'string' ? `: ${message}` : ''}`, thrown),
      isPassing: true,
    }
  const [status, name] = FINAL[code] ?? []
  const how = `closed with ${code} ${String(reason)}`.trimEnd()
  return { error: lost(how, thrown, status, name), isPassing: status === undefined }
}

const lost = (how: string, cause: unknown, status = 0, code: ErrorCode = 'ERROR_CODE_UNAVAILABLE') =>
  new EchologError({ status, code, message: `The connection was ${how}`, cause })

const mayPass = (status: number) => status === 429 || status >= 500 || status === 0
