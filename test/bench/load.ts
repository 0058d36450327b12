import { connect } from 'node:net'
import { quantile } from './report.ts'
import type { Target } from './targets.ts'

type Load = {
  requests: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/**
 * Sends requests to a target on each connection, the next one as soon as the response is received. Only the
 * status and the length of a response are read, to keep the cost of the load low. @throws Error for an error
 * response
 */
export async function load(target: Target, connections: number, seconds: number): Promise<Load> {
  const started = performance.now()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: connections }, () => askUntil(started + seconds * 1000, target, times)),
  )
  return {
    requests: times.length,
    seconds: (performance.now() - started) / 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

function askUntil(end: number, target: Target, times: number[]): Promise<void> {
  const { hostname, port } = new URL(target.server.url)
  const { body } = target
  const constant = typeof body === 'function' ? null : requestOf(target, body)
  const nextRequest = () =>
    target.next?.() ?? constant ?? requestOf(target, typeof body === 'function' ? body() : body)
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      // One buffer for all reads of a connection. A new one for each response would cost more than the read.
      onread: {
        buffer: Buffer.alloc(CHUNK_BYTES),
        callback: (bytes, buffer) => read((buffer as Buffer).subarray(0, bytes)),
      },
    })
    let begun = 0
    /** Bytes of the response that are still missing, or null before its head. */
    let left: number | null = null
    const ask = () => {
      left = null
      begun = performance.now()
      socket.write(nextRequest())
    }
    const fail = (message: string) => {
      socket.destroy()
      reject(new Error(`${target.path}: ${message}`))
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => fail('the connection was closed'))
    const read = (chunk: Buffer): boolean => {
      try {
        left = left === null ? bodyLeft(chunk) : left - chunk.length
      } catch (error) {
        fail((error as Error).message)
        return false
      }
      if (left > 0) return true
      const now = performance.now()
      times.push(now - begun)
      if (now < end) ask()
      else {
        socket.destroy()
        resolve()
      }
      return true
    }
  })
}

const CHUNK_BYTES = 65_536

/** Number of body bytes that follow the first chunk of a response. */
function bodyLeft(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, headEnd)
  if (headEnd < 0 || !/^HTTP\/1\.1 (20[01]|304) /.test(head)) throw new Error(`refused: ${chunk.toString()}`)
  if (head.startsWith('HTTP/1.1 304')) return 0
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (length === undefined) throw new Error('a response without Content-Length')
  return Number(length) - (chunk.length - headEnd - 4)
}

/** The bytes of a request to a target. */
export function requestOf(target: Target, body: string | undefined): Buffer {
  const { server, path, headers, method = body === undefined ? 'GET' : 'POST' } = target
  const all = {
    Host: new URL(server.url).host,
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}
