import type { Socket } from 'node:net'
import { countRefusedConnection } from '../../metrics/metrics.ts'

/** Looks in one time limit. */
const LOOKS = 4

/** What libuv has not given to the system yet of the writes under way; Node counts only whole writes as written. */
const queuedOf = (socket: Socket) =>
  (socket as unknown as { _handle: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0

/** Closes sockets that have taken nothing of what waits to be sent for `withinMs`, found by looking at all of them now and then. */
export function watchWrites(sockets: () => Iterable<Socket>, withinMs: number): { stop(): void } {
  const stalled = new WeakMap<Socket, { sent: number; queued: number; since: number }>()
  const look = () => {
    const at = performance.now()
    for (const socket of sockets()) {
      if (socket.writableLength === 0) {
        stalled.delete(socket)
        continue
      }
      const sent = socket.bytesWritten - socket.writableLength
      const queued = queuedOf(socket)
      const before = stalled.get(socket)
      if (before?.sent !== sent || before.queued !== queued) stalled.set(socket, { sent, queued, since: at })
      else if (at - before.since >= withinMs) {
        countRefusedConnection('not_reading')
        socket.destroy()
      }
    }
  }
  const looking = setInterval(look, Math.max(10, withinMs / LOOKS)).unref()
  return { stop: () => clearInterval(looking) }
}
