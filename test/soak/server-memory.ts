import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Memory of a process of the service, in megabytes. */
type ServerMemory = {
  /** Resident, before the collection of garbage. */
  resident: number
  /** Live JavaScript, after it. */
  heap: number
  /** Buffers of JavaScript outside its heap, after the collection. */
  external: number
  /** Private memory outside of the heap: what libraries allocate, buffers and stacks. */
  malloc: number
}

type Answer = { resident: number; heapUsed: number; external: number; heapResident: number }

const MB = 2 ** 20

/** Collects the garbage of a process that runs with `memory-probe.ts`, and returns its memory. */
export async function serverMemory(socket: string, pid: number): Promise<ServerMemory> {
  const { resident, heapUsed, external, heapResident } = JSON.parse(await text(connect(socket))) as Answer
  const [, privateKb] = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return {
    resident: resident / MB,
    heap: heapUsed / MB,
    external: external / MB,
    malloc: Number(privateKb) / 1024 - heapResident / MB,
  }
}
