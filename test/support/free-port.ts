import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections and those of the embedded database, which could take the port later. */
const FIRST = 10_000
const LAST = 20_000

/** Returns a port of 127.0.0.1 that is free now, and that hardly any other program takes before its use. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    const probe = createServer()
    const isFree = await once(probe.listen({ host: '127.0.0.1', port, exclusive: true }), 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
