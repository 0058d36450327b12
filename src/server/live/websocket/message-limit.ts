import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Limits } from '../../http/edge/limits.ts'
import { TOO_BIG } from '../close-codes.ts'
import type { Socket } from './socket.ts'

/** The most that the header of a frame takes (RFC 6455 chapter 5.2), in bytes. */
const FRAME_HEADER = 14
/** How much of later messages may have arrived with the end of one, in bytes: what is read from a connection at a time. */
const READ_AHEAD = 131_072

/**
 * Closes a socket that has not authenticated when it sends a larger message than such sockets may. The receiver knows one
 * limit only, that of authenticated sockets: what it gathers of a message is bounded here, by what arrives on the stream.
 * Returns whether a message may be read.
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
