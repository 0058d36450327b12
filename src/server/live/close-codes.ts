import type { ErrorCode } from '../../lib/errors.ts'

/** A WebSocket close code with its reason. */
export type CloseFrame = readonly [code: number, reason: string]

/** The credential of `connection_init` is invalid. The reason contains the details. */
const UNAUTHORIZED = 4401
/** The credential or the permission ended while the socket was open. */
export const FORBIDDEN: CloseFrame = [4403, 'Forbidden']
/** The client stopped reading. It can resume with `after`. */
export const TOO_SLOW: CloseFrame = [4290, 'Too slow: resume after the last event you have']
/** The server is stopping. The client should reconnect. */
export const RESTART: CloseFrame = [1012, 'Service restart']
/** A message that is invalid in graphql-transport-ws. */
export const BAD_MESSAGE: CloseFrame = [4400, 'Invalid message received']
/** More messages than needed before `connection_init` is accepted. */
export const TOO_MANY_EARLY: CloseFrame = [4400, 'Too many messages before connection_init']
/** A message that exceeds the size limit (RFC 6455 section 7.4.1). */
export const TOO_BIG: CloseFrame = [1009, 'Message too big']
const UNAVAILABLE = 1013
const UNEXPECTED: CloseFrame = [4500, 'Internal server error']

/** Error code of an event stream that ends because its reader is too slow. */
export const SLOW_READER = 'SLOW_READER'

/** Maximum length of a reason in bytes. The limit of WebSockets is 123 (RFC 6455 section 5.5). */
const MAX_REASON = 120

/** Returns the close code for a rejected `connection_init`. */
export function closeFrameFor({ code, message }: { code: ErrorCode; message: string }): CloseFrame {
  const closeCode = { UNAUTHORIZED, FORBIDDEN: FORBIDDEN[0], UNAVAILABLE }[code as 'UNAUTHORIZED']
  return closeCode ? [closeCode, Buffer.from(message).subarray(0, MAX_REASON).toString()] : UNEXPECTED
}
