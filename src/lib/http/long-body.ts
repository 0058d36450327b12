import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Connections whose body may take longer than the timeout of requests. */
const long = new WeakSet<Socket>()

/**
 * Reads the body of a request that may take longer than the timeout of requests. Each part arrives within `withinMs`.
 * The request stays open, so that a response can be sent after an early end.
 * @throws Error of `late` for a part that does not arrive in time
 */
export async function* readLongBody(
  request: IncomingMessage,
  { withinMs, late }: { withinMs: number; late: () => Error },
): AsyncGenerator<Buffer> {
  const { socket } = request
  const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  long.add(socket)
  try {
    for (;;) {
      const part = await within(parts.next(), withinMs, late)
      if (part.done) return
      yield part.value
    }
  } finally {
    long.delete(socket)
    // Without waiting, because a late part keeps the iterator from its end.
    void parts.return?.()
  }
}

/** Whether a connection is receiving a body that may take longer than the timeout of requests. */
export const hasLongBody = (socket: Socket): boolean => long.has(socket)

async function within<Value>(value: Promise<Value>, ms: number, late: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  // The part arrives after the timeout, or never.
  value.catch(() => {})
  return Promise.race([value, timeout]).finally(() => clearTimeout(timer))
}
