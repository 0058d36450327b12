import type { FetchAnswer, FetchReport, FetchRequest, Send, StoredAnswer } from './requests.ts'
import { retrying, type FetchClock } from './retrying.ts'

/** Effects of an answer. `discard` names stored answers of a list that starts again. */
export type Step<State> = {
  state: State
  stored: StoredAnswer[]
  discard: string[]
  reports: FetchReport[]
}

/**
 * A fetch as a state machine without a connection. The state is JSON and contains no key, so it can be stored after
 * each step, and a fetch goes on from it.
 */
export type Fetcher<State> = {
  /** Milliseconds between two requests. */
  intervalMs: number
  /** The next request, or null at the end. */
  request: (state: State) => FetchRequest | null
  /** @throws FetchFailure for an answer that ends the fetch */
  advance: (state: State, answer: FetchAnswer) => Step<State>
}

/** Runs a fetch from a state. Each step can be stored in one transaction before the next one is requested. */
export async function* fetchAll<State>(
  fetcher: Fetcher<State>,
  from: State,
  send: Send,
  clock: FetchClock,
): AsyncGenerator<Step<State>> {
  const sendOften = retrying(send, clock)
  let state = from
  for (let isFirst = true; ; isFirst = false) {
    const request = fetcher.request(state)
    if (request === null) return
    if (!isFirst) await clock.wait(fetcher.intervalMs)
    const step = fetcher.advance(state, await sendOften(request))
    yield step
    state = step.state
  }
}
