import type { TestApp } from '../app.ts'
import { until } from './sockets.ts'
import { DEADLINE_MS } from '../deadline.ts'
import type { Json } from '../json.ts'

export type ServerEvent = {
  event: string
  id?: string
  data: Json
}

export type EventReader = {
  status: number
  headers: Headers
  events: ServerEvent[]
  /** Whether the server has ended the stream. */
  ended: boolean
  /** The JSON body of an error response. */
  body: Json
  results(): ServerEvent['data'][]
  received(count: number, withinMs?: number): Promise<ServerEvent[]>
  end(withinMs?: number): Promise<ServerEvent[]>
  close(): void
}

/**
 * Sends an operation that accepts server-sent events, and reads the stream. Resolves once the headers are
 * received. `keep` maps an event to the part that is stored.
 */
export async function readEvents(
  app: Pick<TestApp, 'url'>,
  query: string,
  headers: Record<string, string>,
  variables: Record<string, unknown> = {},
  keep = (event: ServerEvent) => event,
): Promise<EventReader> {
  const ending = new AbortController()
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ query, variables }),
    signal: ending.signal,
  })
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false
  const reader: EventReader = {
    status: response.status,
    headers: response.headers,
    events: [],
    ended: false,
    body: isStream ? null : await response.json(),
    results: () => reader.events.filter(({ event }) => event === 'next').map(({ data }) => data as unknown),
    async received(count, withinMs = DEADLINE_MS) {
      await until(() => reader.events.length >= count || reader.ended, withinMs)
      if (reader.events.length < count)
        throw new Error(`only ${reader.events.length}: ${JSON.stringify(reader.events).slice(0, 1_000)}`)
      return reader.events
    },
    async end(withinMs = DEADLINE_MS) {
      await until(() => reader.ended, withinMs)
      if (!reader.ended) throw new Error('still open')
      return reader.events
    },
    close: () => ending.abort(),
  }
  if (isStream && response.body) void consume(response.body, reader, keep)
  return reader
}

async function consume(
  body: ReadableStream<Uint8Array>,
  reader: EventReader,
  keep: (event: ServerEvent) => ServerEvent,
): Promise<void> {
  let text = ''
  try {
    const decoder = new TextDecoder()
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split('\n').map((line) => /^([a-z]*): ?(.*)$/.exec(line)?.slice(1) ?? ['']),
        )
        if (fields.event)
          reader.events.push(
            keep({
              ...fields,
              event: fields.event,
              data: fields.data ? JSON.parse(fields.data) : null,
            } as ServerEvent),
          )
      }
    }
  } catch {
    // Aborted by this side, or the connection was lost.
  }
  reader.ended = true
}
