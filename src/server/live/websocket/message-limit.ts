import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Limits } from '../../../lib/http/server-limits.ts'
import { TOO_BIG } from '../close-codes.ts'
import type { Socket } from './socket.ts'

/** Maximum size of a frame header (RFC 6455 section 5.2), in bytes. */
const FRAME_HEADER = 14
/** Maximum number of bytes of later messages that may arrive with the end of one, which is the size of a read. */
const READ_AHEAD = 131_072

/**
 * Closes an unauthenticated socket that sends a message above its limit. The WebSocket server has one limit
 * only, that of authenticated sockets. This one counts the bytes that arrive on the stream. Returns whether a
 * message may be read.
 */
export function limitMessages(
  webSocket: WebSocket,
  stream: Duplex,
  socket: Socket,
  { anonymousMessageBytes }: Limits,
): (message: Buffer) => boolean {
  let gathered = 0
  const gather = (chunk: Buffer) => {
    if (socket.isAuthenticated()) return stop()
    gathered += chunk.length
    if (gathered > anonymousMessageBytes + READ_AHEAD) socket.close(TOO_BIG)
  }
  const passControl = ({ length }: Buffer) => {
    gathered = Math.max(0, gathered - length - FRAME_HEADER)
  }
  const stop = () => {
    stream.off('data', gather)
    webSocket.off('ping', passControl).off('pong', passControl)
  }
  stream.on('data', gather)
  webSocket.on('ping', passControl).on('pong', passControl).once('close', stop)
  return ({ length }) => {
    gathered = 0
    if (socket.isAuthenticated() || length <= anonymousMessageBytes) return true
    socket.close(TOO_BIG)
    return false
  }
}
