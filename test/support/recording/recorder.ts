import { setTimeout as sleep } from 'node:timers/promises'
import { setClock } from '../../../src/lib/time/clock.ts'
import type { TestApp } from '../app.ts'
import { formatBody, formatRefusal, shorten } from './format.ts'
import { createNormalize, type Normalize } from './normalize.ts'
import { sendRaw, type Received } from './send.ts'
import type { Json } from '../json.ts'

/** Headers that every run may send differently. */
const VOLATILE = new Set(['date', 'connection', 'keep-alive', 'etag'])

/** Time of the first request. Each later one is a minute later. It is long before the database's clock. */
const START = Date.parse('2020-03-02T10:00:00.000Z')

/** Pause before each request. Times of the database's clock that two requests cause are then never equal. */
const SPACING_MS = 2

/** The people of a scenario: headers of their credentials, by name. */
export type People = Record<string, Record<string, string>>

/** One request with its response. */
type Exchange = { method: string; path: string; status: number; heading: string; text: string }

type Extra = { headers?: Record<string, string>; note?: string }

export type Recorder = ReturnType<typeof createRecorder>

/** Sets the program's clock to a fixed time, and moves it by a minute at each call of the result. */
export function startClock(): () => void {
  let minutes = 0
  setClock(() => new Date(START + minutes * 60_000))
  return () => void minutes++
}

/** Creates a recorder: it sends requests one by one and keeps each with its response as text. */
export function createRecorder(app: Pick<TestApp, 'url'>, people: People, tick: () => void) {
  const exchanges: Exchange[] = []
  const normalize = createNormalize()
  const headings = new Map<string, number>()
  let common: [string, string][] | null = null

  function keep(exchange: Omit<Exchange, 'heading' | 'text'>, heading: string, text: string): void {
    const number = (headings.get(heading) ?? 0) + 1
    headings.set(heading, number)
    exchanges.push({ ...exchange, heading: number > 1 ? `${heading} (${number})` : heading, text })
  }

  /**
   * Sends a request as a person of the scenario. An object as `body` is sent as JSON, a string unchanged.
   * Returns the response's JSON.
   */
  async function send(who: string, target: string, body?: unknown, extra: Extra = {}): Promise<Json> {
    const credentials = people[who]
    if (!credentials) throw new Error(`There is no person ${who}`)
    const [method = '', path = ''] = target.split(' ')
    const json = typeof body === 'string' || body === undefined ? null : JSON.stringify(body)
    const content: Record<string, string> = json === null ? {} : { 'Content-Type': 'application/json' }
    tick()
    await sleep(SPACING_MS)
    const sent = json ?? (body as string | undefined) ?? null
    const headers = { 'X-Request-Id': 'recorded', ...content, ...credentials, ...extra.headers }
    const answer = await sendRaw(app.url, { method, path, headers, body: sent })
    common ??= stable(answer)
    const text = normalize(answer.text)
    const refusal = formatRefusal(text)
    const lines = [
      ...Object.entries(extra.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      ...(sent === null ? [] : [shorten(normalize(sent))]),
      `-- ${answer.status}`,
      ...difference(stable(answer), common, normalize),
      refusal ?? formatBody(text),
    ]
    const note = extra.note === undefined ? '' : `, ${extra.note}`
    const address = shorten(normalize(path))
    keep(
      { method, path, status: answer.status },
      `${method} ${address} as ${who}${note}`,
      lines.join(refusal === null ? '\n' : ' '),
    )
    return parsed(answer.text)
  }

  return { send, exchanges, normalize, commonHeaders: () => (common ?? []).map(toLine) }
}

/** The headers without volatile ones, and without a length that is that of the body. */
function stable({ headers, text }: Received): [string, string][] {
  const length = String(Buffer.byteLength(text))
  return headers.filter(
    ([name, value]) =>
      !VOLATILE.has(name.toLowerCase()) && !(name.toLowerCase() === 'content-length' && value === length),
  )
}

const toLine = ([name, value]: [string, string]) => `${name}: ${value}`

/** The headers by which a response differs from the first response of the area. */
function difference(own: [string, string][], common: [string, string][], normalize: Normalize): string[] {
  const [lines, others] = [own.map(toLine), common.map(toLine)]
  return [
    ...others.filter((line) => !lines.includes(line)).map((line) => `- ${normalize(line)}`),
    ...lines.filter((line) => !others.includes(line)).map((line) => `+ ${normalize(line)}`),
  ]
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
