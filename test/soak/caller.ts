import { ERROR_KINDS, type ErrorCode } from '../../src/lib/errors.ts'
import type { Random } from '../../src/seed/random.ts'
import type { Disturbances } from './disturbances.ts'
import type { Ledger } from './ledger.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Json } from '../support/json.ts'

export type Headers = Record<string, string>

/** A request and its expected error statuses. */
export type Call = {
  door: 'REST' | 'GraphQL' | 'OAuth'
  /** Purpose of the request, such as `create post`. */
  purpose: string
  method: string
  path: string
  headers: Headers
  body?: unknown
  /** Statuses above 399 that are correct responses. */
  refusals?: number[]
  /** Further correct statuses while the clock of a process is wrong, or after a long wait. */
  refusalsOfTime?: number[]
}

/**
 * The outcome of a request. `refused` includes a request that no process listened for. `unknown` is a 503, a
 * broken connection or a timeout, after which the request may have been executed.
 */
export type Reply = { outcome: 'done' | 'refused' | 'unknown'; status: number; body: Json; process: string }

export type Caller = {
  /** Sends a request to one of the processes. */
  send(call: Call): Promise<Reply>
  /** Number of responses, by API and status. */
  readonly counts: ReadonlyMap<string, number>
}

/** Timeout of a response in milliseconds. A longer time counts as a hang. */
const RESPONSE_TIMEOUT_MS = 30_000
/** Wait in milliseconds after which a future timestamp may have passed. */
const LONG_MS = 4_000
const NO_ANSWER = 0
const LATE = 'no answer in time'
const REFUSED = 'connection refused'

type Surroundings = {
  processes: ServiceProcess[]
  disturbances: Disturbances
  ledger: Ledger
  random: Random
}

/** Sends requests to the processes at random and judges the statuses of their responses. */
export function createCaller({ processes, disturbances, ledger, random }: Surroundings): Caller {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  return {
    counts,
    async send(call) {
      const began = performance.now()
      let process = random.pick(processes)
      let answer = await ask(process.url, call)
      if (answer.problem === REFUSED) {
        // Nothing was sent. The other process is tried, as a load balancer would.
        count(`${call.door} ${REFUSED}`)
        if (!disturbances.excuses(began)) ledger.breach('wrong status', `${process.name} does not listen`)
        process = processes[(processes.indexOf(process) + 1) % processes.length] ?? process
        answer = await ask(process.url, call)
      }
      const { status, problem } = answer
      count(`${call.door} ${status === NO_ANSWER ? problem : status}`)
      const isExcused = disturbances.excuses(began)
      const wrong = (why: string) =>
        ledger.breach(
          'wrong status',
          `${call.purpose} at ${process.name} after ${Math.round(performance.now() - began)} ms: ${why} ${JSON.stringify(answer.body)?.slice(0, 300)}`,
        )
      const reply = (outcome: Reply['outcome']) => ({
        outcome,
        status,
        body: answer.body,
        process: process.name,
      })
      if (status === NO_ANSWER) {
        if (problem === LATE || !isExcused) wrong(problem)
        return reply(problem === REFUSED ? 'refused' : 'unknown')
      }
      if (status === 503) {
        if (!isExcused) wrong('503 without a fault')
        else if (!answer.retryAfter) wrong('503 without Retry-After')
        return reply('unknown')
      }
      if (status < 300) return reply('done')
      const isRight =
        call.refusals?.includes(status) === true ||
        (call.refusalsOfTime?.includes(status) === true &&
          (disturbances.hadWrongClock(began) || performance.now() - began > LONG_MS))
      if (!isRight) wrong(String(status))
      return reply(status >= 500 ? 'unknown' : 'refused')
    },
  }
}

type Answer = { status: number; body: Json; retryAfter: boolean; problem: string }

async function ask(url: string, { door, method, path, headers, body }: Call): Promise<Answer> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    const text = await response.text()
    const answer: Answer = {
      status: response.status,
      body: parsed(text),
      retryAfter: response.headers.has('Retry-After'),
      problem: '',
    }
    return door === 'GraphQL' ? throughGraphql(answer) : answer
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    const problem =
      name === 'TimeoutError' ? LATE : cause?.code === 'ECONNREFUSED' ? REFUSED : 'broken connection'
    return { status: NO_ANSWER, body: cause?.code ?? name, retryAfter: false, problem }
  }
}

/**
 * A GraphQL response in the form of REST: the status of its first error, also of one in a payload, and its data alone.
 */
function throughGraphql(answer: Answer): Answer {
  const { data, errors } = (answer.body ?? {}) as { data?: Json; errors?: Json[] }
  const refused = Object.values<Json>(data ?? {}).flatMap((root) => root?.errors ?? [])[0]
  if (!errors && refused) return { ...answer, status: ERROR_KINDS[refused.code as ErrorCode].status }
  if (!errors) return answer.status < 300 ? { ...answer, body: data } : answer
  const { status = 500, retryAfter } = (errors[0]?.extensions ?? {}) as {
    status?: number
    retryAfter?: number
  }
  return { ...answer, status, retryAfter: retryAfter !== undefined || answer.retryAfter }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
