import { expect } from 'vitest'
import { fetchAll, type Fetcher } from '../../../src/moving/fetch/fetcher.ts'
import { rowsOf, type FetchReport, type Send } from '../../../src/moving/fetch/requests.ts'
import { fakeClock } from '../fake/clock.ts'

type Fetched = {
  answers: Map<string, unknown>
  reports: FetchReport[]
  waits: number[]
  /** Number of characters of the largest state. */
  largestState: number
}

/** Runs a fetch to its end. Each state goes through JSON, as the engine stores it. */
export async function fetchFrom<State>(fetcher: Fetcher<State>, from: State, send: Send): Promise<Fetched> {
  const clock = fakeClock()
  const [answers, reports] = [new Map<string, unknown>(), [] as FetchReport[]]
  let largestState = 0
  const source = { send, readStored: async (name: string) => answers.get(name) }
  for await (const step of fetchAll(fetcher, from, source, clock)) {
    const state = JSON.stringify(step.state)
    expect(JSON.parse(state)).toEqual(step.state)
    largestState = Math.max(largestState, state.length)
    step.discard.forEach((name) => answers.delete(name))
    for (const { name, json } of step.stored) {
      expect(answers.has(name)).toBe(false)
      answers.set(name, json)
    }
    reports.push(...step.reports)
  }
  return { answers, reports, waits: clock.waits, largestState }
}

/** Ids of the rows in stored answers of a list. */
export const idsIn = ({ answers }: Fetched, list: string, ...keys: string[]) =>
  new Set(
    [...answers]
      .flatMap(([name, json]) => (name.startsWith(list) ? (rowsOf(json, ...keys) ?? []) : []))
      .map((row) => row['id']),
  )
