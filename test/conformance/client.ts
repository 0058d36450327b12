import { setTimeout as sleep } from 'node:timers/promises'
import { Skip } from './check.ts'
import type { Options } from './options.ts'

export type Body = ReturnType<typeof JSON.parse>

export type Answer = {
  method: string
  /** Path with the query. */
  path: string
  status: number
  headers: Headers
  /** The parsed body, or undefined if it is not JSON. */
  body: Body
  text: string
}

export type Request = {
  headers?: Record<string, string>
  /** A text is sent as it is, everything else as JSON. */
  body?: unknown
}

export type Client = {
  /**
   * Sends one request at a time. Waits for the `Retry-After` of a 429 or 503, at most two minutes, and sends the
   * request again.
   * @throws Skip after the last permitted request, Error without an answer
   */
  send: (method: string, path: string, request?: Request) => Promise<Answer>
  /** Number of requests that were sent. */
  count: () => number
  /** Permits further requests, also after the run has been interrupted. */
  reopen: () => void
}

const RETRIES = 3
const MAX_PAUSE_S = 120

/** A client of one server. `onAnswer` is called with each answer. */
export function createClient(
  { base, maxRequests, pauseMs, timeoutMs }: Options,
  interrupted: AbortSignal,
  onAnswer: (answer: Answer) => void,
): Client {
  let count = 0
  let isReopened = false
  const once = async (method: string, path: string, request: Request): Promise<Answer> => {
    if (pauseMs > 0) await sleep(pauseMs)
    if (!isReopened && interrupted.aborted) throw new Skip('the run was interrupted')
    if (!isReopened && count >= maxRequests) throw new Skip(`the limit of ${maxRequests} requests is reached`)
    count += 1
    // A request that has begun is completed, so that the run has a record of what it has made.
    const answer = await exchange(base, method, path, request, AbortSignal.timeout(timeoutMs))
    onAnswer(answer)
    return answer
  }
  return {
    async send(method, path, request = {}) {
      for (let retry = 0; ; retry += 1) {
        const answer = await once(method, path, request)
        const seconds = pauseOf(answer)
        if (seconds === null || retry === RETRIES) return answer
        await sleep(seconds * 1_000, undefined, isReopened ? {} : { signal: interrupted }).catch(() => {})
      }
    },
    count: () => count,
    reopen: () => {
      isReopened = true
    },
  }
}

async function exchange(
  base: string,
  method: string,
  path: string,
  { headers = {}, body }: Request,
  signal: AbortSignal,
): Promise<Answer> {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof FormData
  try {
    const response = await fetch(base + path, {
      method,
      headers: isRaw ? headers : { 'Content-Type': 'application/json', ...headers },
      body: isRaw ? (body ?? null) : JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    const text = await response.text()
    const { status } = response
    return { method, path, status, headers: response.headers, body: parsed(text), text }
  } catch (error) {
    throw new Error(`${method} ${path} has no answer: ${reasonOf(error)}`, { cause: error })
  }
}

/** Seconds until a refused request may be sent again, or null if it is not refused for now. */
function pauseOf({ status, headers }: Answer): number | null {
  const seconds = Number(headers.get('Retry-After') ?? NaN)
  const isLimited = (status === 429 || status === 503) && Number.isFinite(seconds)
  return isLimited && seconds <= MAX_PAUSE_S ? seconds : null
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
