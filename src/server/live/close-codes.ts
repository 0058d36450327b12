import type { ErrorCode } from '../../lib/errors.ts'

/** A WebSocket close code and its reason, as clients see them. */
export type CloseFrame = readonly [code: number, reason: string]

/** The credential of `connection_init` is not good; the reason says why. */
export const UNAUTHORIZED = 4401
/** The credential, or the right to what was asked for, ended while the socket was open. */
export const FORBIDDEN: CloseFrame = [4403, 'Forbidden']
/** The client has stopped reading. It can resume with `after`. */
export const TOO_SLOW: CloseFrame = [4290, 'Too slow: resume after the last event you have']
/** The server stops: connect again. */
export const RESTART: CloseFrame = [1012, 'Service restart']
/** A message that graphql-transport-ws does not know. */
export const BAD_MESSAGE: CloseFrame = [4400, 'Invalid message received']
/** More messages than a socket needs before its `connection_init` is accepted. */
export const TOO_MANY_EARLY: CloseFrame = [4400, 'Too many messages before connection_init']
/** A message larger than the socket may send (RFC 6455 chapter 7.4.1). */
export const TOO_BIG: CloseFrame = [1009, 'Message too big']
const UNAVAILABLE = 1013
const UNEXPECTED: CloseFrame = [4500, 'Internal server error']

/** The error code that a server-sent stream ends with where a socket is closed as too slow. */
export const SLOW_READER = 'ERROR_CODE_SLOW_READER'

/** WebSocket reasons have at most 123 bytes (RFC 6455 chapter 5.5). */
const MAX_REASON = 120

/** How a socket is closed whose `connection_init` was refused. */
export function closeFrameFor({ code, message }: { code: ErrorCode; message: string }): CloseFrame {
  const closeCode = { UNAUTHORIZED, FORBIDDEN: FORBIDDEN[0], UNAVAILABLE }[code as 'UNAUTHORIZED']
  return closeCode ? [closeCode, Buffer.from(message).subarray(0, MAX_REASON).toString()] : UNEXPECTED
}
