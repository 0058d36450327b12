import type { FetchAnswer, FetchReport, FetchRequest, Send, StoredAnswer } from './requests.ts'
import { retrying, type FetchClock } from './retrying.ts'

/** Effects of an answer. `discard` names stored answers of a list that starts again. */
export type Step<State> = {
  state: State
  stored: StoredAnswer[]
  discard: string[]
  reports: FetchReport[]
}

/** The name of a stored answer that the fetch reads again, because its rows lead to requests. */
export type StoredName = { stored: string }

/** Where answers come from: the API, and what the fetch has stored of it. */
export type FetchSource = {
  send: Send
  /** Returns the JSON of a stored answer. */
  readStored: (name: string) => Promise<unknown>
}

/**
 * A fetch as a state machine without a connection. The state is JSON and contains no key, so it can be stored after
 * each step, and a fetch goes on from it. Its size must not grow with the source, because each step stores it.
 */
export type Fetcher<State> = {
  /** Milliseconds between two requests. */
  intervalMs: number
  /** The next request or stored answer, or null at the end. */
  request: (state: State) => FetchRequest | StoredName | null
  /** @throws FetchFailure for an answer that ends the fetch */
  advance: (state: State, answer: FetchAnswer) => Step<State>
}

/** Runs a fetch from a state. Each step can be stored in one transaction before the next one is requested. */
export async function* fetchAll<State>(
  fetcher: Fetcher<State>,
  from: State,
  { send, readStored }: FetchSource,
  clock: FetchClock,
): AsyncGenerator<Step<State>> {
  const sendOften = retrying(send, clock)
  let state = from
  for (let isFirst = true; ;) {
    const request = fetcher.request(state)
    if (request === null) return
    if (!('stored' in request) && !isFirst) await clock.wait(fetcher.intervalMs)
    isFirst &&= 'stored' in request
    const answer =
      'stored' in request
        ? { status: 200, headers: {}, json: await readStored(request.stored) }
        : await sendOften(request)
    const step = fetcher.advance(state, answer)
    yield step
    state = step.state
  }
}
