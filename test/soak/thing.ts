import type { Call, Caller, Reply } from './caller.ts'
import type { Ledger } from './ledger.ts'

/** The state of an object that does not exist. */
export const ABSENT = '(absent)'

/** A write: the resulting state, and the names of the recorded events, such as `post_created s1 v0`. */
export type Step = {
  state: string
  events: string[]
  outcome: 'begun' | 'acknowledged' | 'unknown' | 'refused'
}

/** An object that one writer alone creates and changes, with all its writes. */
export type Thing = {
  kind: string
  /** A text that only this object contains. */
  marker: string
  id: number
  steps: Step[]
  /** Index of the last acknowledged step. */
  acknowledged: number
}

/** An object whose creation has not been requested yet. */
export function newThing(kind: string, marker: string): Thing {
  return {
    kind,
    marker,
    id: 0,
    steps: [{ state: ABSENT, events: [], outcome: 'acknowledged' }],
    acknowledged: 0,
  }
}

/** Sends a write, and records it before and its outcome after. */
export async function takeStep(
  { caller, ledger }: { caller: Caller; ledger: Ledger },
  thing: Thing,
  call: Call,
  { state, events }: Pick<Step, 'state' | 'events'>,
): Promise<Reply> {
  const step: Step = { state, events, outcome: 'begun' }
  const index = thing.steps.push(step) - 1
  const entry = { thing: thing.marker, kind: thing.kind, step: index, purpose: call.purpose }
  ledger.write({ ...entry, begun: state })
  const reply = await caller.send(call)
  step.outcome = reply.outcome === 'done' ? 'acknowledged' : reply.outcome
  if (step.outcome === 'acknowledged') thing.acknowledged = index
  ledger.write({ ...entry, outcome: step.outcome, status: reply.status, process: reply.process })
  return reply
}

/** The states that a read may return if `since` was the last acknowledged step at its start. */
export function possibleStates({ steps }: Thing, since: number): Set<string> {
  return new Set(
    steps
      .slice(since)
      .filter(({ outcome }) => outcome !== 'refused')
      .map(({ state }) => state),
  )
}

/** The number of acknowledged steps, and of those with an unknown outcome. */
export function countSteps(things: Thing[]): { acknowledged: number; unknown: number } {
  const steps = things.flatMap((thing) => thing.steps.slice(1))
  const having = (outcome: Step['outcome']) => steps.filter((step) => step.outcome === outcome).length
  return { acknowledged: having('acknowledged'), unknown: having('unknown') }
}
