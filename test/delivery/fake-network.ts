import { Socket, isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net'
import { vi } from 'vitest'

/**
 * Records every address that a socket of this process connects to, and redirects it to this machine. A
 * receiver here acts as any host, and a forbidden connection arrives where it is counted.
 */
export function playInternet(): { dialled: string[]; stop: () => void } {
  const dialled: string[] = []
  const connect = Reflect.get(Socket.prototype, 'connect') as (...parts: unknown[]) => Socket
  const arrive = (address: string) => {
    dialled.push(address)
    return '127.0.0.1'
  }
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...args: unknown[]
  ) {
    const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as TcpNetConnectOpts
    const { host = '', lookup } = options
    if (isIP(host)) options.host = arrive(host)
    else options.lookup = lookup && leadHome(lookup, arrive)
    return Reflect.apply(connect, this, args)
  })
  return { dialled, stop: () => spy.mockRestore() }
}

function leadHome(lookup: LookupFunction, arrive: (address: string) => string): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      if (error) callback(error, found, family)
      else if (typeof found === 'string') callback(null, arrive(found), 4)
      else
        callback(
          null,
          found.map(({ address }) => ({ address: arrive(address), family: 4 })),
          undefined,
        )
    })
}

/**
 * A lookup that resolves only these names. Each lookup of a name returns its next answer, and the last one
 * repeatedly.
 */
export function lookupOf(names: Record<string, string[][]>): LookupFunction & { asked: string[] } {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, _options, callback) => {
    const turn = asked.filter((name) => name === hostname).length
    asked.push(hostname)
    const answers = names[hostname]
    const answer = answers?.[Math.min(turn, answers.length - 1)]
    if (!answer) return callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return Object.assign(lookup, { asked })
}
