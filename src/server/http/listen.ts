import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from '../../lib/http/node-http.ts'

/**
 * Listens on a host and port, 0 for a free one. Returns the address as a URL. @throws Error of the system,
 * with a `code`
 */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const { port: chosen } = server.address() as AddressInfo
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${chosen}`)
    })
  })
}

/**
 * Checks that the port of a setting can be listened on, by doing so for a moment. A start does this before it
 * creates anything. @throws Error with the remedy
 */
export async function assertFree(
  setting: 'PORT' | 'METRICS_PORT',
  port: number,
  host: string,
): Promise<void> {
  const probe = createServer()
  try {
    await listen(probe, port, host)
  } catch (error) {
    throw explainPort(error, setting)
  }
  await close(probe)
}

/** Adds the remedy to an error of `listen`. Returns any other error unchanged. */
export function explainPort(error: unknown, setting: 'PORT' | 'METRICS_PORT'): unknown {
  const { code, port, hostname, address } = error as {
    code?: string
    port?: number
    hostname?: string
    address?: string
  }
  const free = setting === 'PORT' ? ', or to 0 for a free one' : ''
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is taken: set ${setting} to another${free}.`, { cause: error })
  if (code === 'EACCES' && port !== undefined)
    return new Error(`This user may not listen on port ${port}: set ${setting} to a port above 1023.`, {
      cause: error,
    })
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new Error(`The name ${hostname} of HOST has no address: set HOST to one of this machine.`, {
      cause: error,
    })
  if (code === 'EADDRNOTAVAIL')
    return new Error(`This machine has no address ${address}: set HOST to one that it has, or to 0.0.0.0.`, {
      cause: error,
    })
  return error
}

/** Grace period of running requests during shutdown, in milliseconds. */
const GRACE_MS = 6_000
const POLL_MS = 50

/**
 * Stops listening, waits for running requests and closes idle connections. Closes all of them after the grace
 * period.
 */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A connection becomes idle when its last request ends.
  const checking = setInterval(() => server.closeIdleConnections(), POLL_MS)
  const overdue = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  await closed
  clearInterval(checking)
  clearTimeout(overdue)
}
