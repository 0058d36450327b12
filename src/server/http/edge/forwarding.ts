import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'
import type { Site } from '../../../auth/session-token.ts'

/** Client address and origin of a request, from trusted headers only. */
export type Forwarding = {
  /** Address of the client. Empty once its connection is closed. */
  addressOf: (request: IncomingMessage) => string
  /** Whether the address of a peer is that of a proxy. */
  isProxy(address: string): boolean
  /** Base URL of absolute links for the client, without a trailing slash. */
  originOf: (request: IncomingMessage) => string
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * Reads `X-Forwarded-For`, `-Proto` and `-Host` of trusted proxies only. `trusted` lists addresses and
 * networks, or is the number of proxies in front of this server.
 * @throws TypeError for an invalid address or network
 */
export function createForwarding(trusted: string[] | number, site: Site): Forwarding {
  const trust = trustOf(trusted)
  const addressOf = (request: IncomingMessage): string => {
    const own = request.socket.remoteAddress ?? ''
    if (request.headers['x-forwarded-for'] === undefined || !trust(own, 0)) return own
    // A proxy may forward text that is no address. Entries before such text are not trusted.
    const path = proxyAddr.all(request, trust).map(withoutPort)
    const odd = path.findIndex((address) => isIP(address) === 0)
    return path.at(odd < 0 ? -1 : odd - 1) ?? own
  }
  const originOf = (request: IncomingMessage): string => {
    if (site.pinned) return site.publicUrl
    const isForwarded = trust(request.socket.remoteAddress ?? '', 0)
    const reported = (name: string) => (isForwarded ? firstOf(request.headers[name]) : undefined)
    const host = reported('x-forwarded-host') ?? request.headers.host ?? ''
    const scheme = reported('x-forwarded-proto')?.toLowerCase() === 'https' ? 'https' : 'http'
    return HOST.test(host) ? `${scheme}://${host}` : site.publicUrl
  }
  return { addressOf, isProxy: (address) => trust(address, 0), originOf }
}

type Trust = (address: string, hop: number) => boolean

function trustOf(trusted: string[] | number): Trust {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return trusted.length === 0 ? () => false : proxyAddr.compile(trusted)
}

/** Removes the port that some proxies append to the client's address. */
function withoutPort(address: string): string {
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(address)?.[1] ?? address
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare)?.[1] ?? bare
}

const firstOf = (header: string | string[] | undefined) => [header].flat()[0]?.split(',')[0]?.trim()
