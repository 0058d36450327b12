import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../support/contract/source-files.ts'
import { startServer, type ServerProcess } from '../server-process.ts'
import type { Received } from './receiver.ts'

const POLL_MS = 50
const STALLED_MS = 15_000

/** Starts the receiver of webhooks in a separate process. */
export const startReceiver = (): Promise<ServerProcess> =>
  startServer(`${ROOT}test/bench/peers/receiver.ts`, {})

/** Resets the received messages to none. */
export const resetReceiver = ({ url }: ServerProcess): Promise<Received> => ask(`${url}/reset`)

/**
 * Waits until the receiver has received `expected` messages, or no more for a while. Returns what it
 * received.
 */
export async function whatCame({ url }: ServerProcess, expected: number): Promise<Received> {
  let seen = 0
  let since = Date.now()
  while (seen < expected && Date.now() - since < STALLED_MS) {
    await sleep(POLL_MS)
    const { count } = await ask(`${url}/count`)
    if (count > seen) since = Date.now()
    seen = count
  }
  return ask(`${url}/received`)
}

async function ask(url: string): Promise<Received> {
  return (await fetch(url)).json() as Promise<Received>
}
