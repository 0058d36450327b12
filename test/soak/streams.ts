import { setTimeout as sleep } from 'node:timers/promises'
import type { Headers } from './caller.ts'
import type { Delays } from './delays.ts'
import { followEventStream } from './streams/event-stream.ts'
import { followSocket } from './streams/socket.ts'
import type { ServiceProcess } from './service-process.ts'

/**
 * Follows one connection until it ends, and calls `onEvent` with each event. Resolves with the reason of the
 * end.
 */
export type Follow = (options: {
  url: string
  headers: Headers
  after: string
  onEvent: (event: { id: string; createdAt: string }) => void
  signal: AbortSignal
}) => Promise<string>

export type Stream = {
  name: string
  /** Ids of the events in the order of their receipt, over all connections. */
  ids: string[]
  /** Number of connections. */
  connections: number
  /** Number of ended connections by reason. */
  ends: Map<string, number>
}

export type Streams = { all: Stream[]; stop(): Promise<void> }

const EACH = 2

/**
 * Starts subscribers over WebSocket and server-sent events that reconnect after every end and resume from
 * their cursor.
 */
export function startStreams(
  { processes, delays }: { processes: ServiceProcess[]; delays: Delays },
  headers: Headers,
  anchor: string,
): Streams {
  const ending = new AbortController()
  const all: Stream[] = []
  const follow = async (name: string, connect: Follow, turn: number) => {
    const stream: Stream = { name: `${name} ${turn + 1}`, ids: [], connections: 0, ends: new Map() }
    all.push(stream)
    for (let times = turn; !ending.signal.aborted; times++) {
      const { url = '' } = processes[times % processes.length] ?? {}
      stream.connections++
      const why = await connect({
        url,
        headers,
        after: stream.ids.at(-1) ?? anchor,
        onEvent({ id, createdAt }) {
          stream.ids.push(id)
          delays.note(stream.name, id, Date.parse(createdAt))
        },
        signal: ending.signal,
      })
      stream.ends.set(why, (stream.ends.get(why) ?? 0) + 1)
      await sleep(300, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const running = Array.from({ length: EACH }, (_, turn) => [
    follow('WebSocket', followSocket, turn),
    follow('event stream', followEventStream, turn),
  ]).flat()
  return {
    all,
    async stop() {
      ending.abort()
      await Promise.all(running)
    },
  }
}
