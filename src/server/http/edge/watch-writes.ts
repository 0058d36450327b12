import type { Socket } from 'node:net'

/** Number of checks per timeout. */
const CHECKS = 4

/** Bytes of running writes that libuv has not passed to the system. Node counts complete writes only. */
const queuedOf = (socket: Socket) =>
  (socket as unknown as { _handle: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0

/**
 * Closes sockets whose pending output makes no progress for `withinMs`, by periodic checks of all sockets.
 * `onStalled` is called for each.
 */
export function watchWrites(
  sockets: () => Iterable<Socket>,
  withinMs: number,
  onStalled: () => void,
): { stop: () => void } {
  const stalled = new WeakMap<Socket, { sent: number; queued: number; since: number }>()
  const check = () => {
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
        onStalled()
        socket.destroy()
      }
    }
  }
  const checking = setInterval(check, Math.max(10, withinMs / CHECKS)).unref()
  return { stop: () => clearInterval(checking) }
}
