import type { Call, Caller, Reply } from './caller.ts'
import type { Ledger } from './ledger.ts'

/** What is not there. */
export const ABSENT = '(absent)'

/** A write: the state it leads to, and the names of the events it records, such as `post_created s1 v0`. */
export type Step = {
  state: string
  events: string[]
  outcome: 'begun' | 'acknowledged' | 'unknown' | 'refused'
}

/** Something that one writer alone creates and changes, and every write of it. */
export type Thing = {
  kind: string
  /** Stands in its text, and in no other's. */
  marker: string
  id: number
  steps: Step[]
  /** Index of the last step that was acknowledged. */
  acknowledged: number
}

/** A thing that nobody has asked for yet. */
export function newThing(kind: string, marker: string): Thing {
  return {
    kind,
    marker,
    id: 0,
    steps: [{ state: ABSENT, events: [], outcome: 'acknowledged' }],
    acknowledged: 0,
  }
}

/** Asks for a write and records what was answered, before and after. */
export async function takeStep(
  { caller, ledger }: { caller: Caller; ledger: Ledger },
  thing: Thing,
  call: Call,
  { state, events }: Pick<Step, 'state' | 'events'>,
): Promise<Reply> {
  const step: Step = { state, events, outcome: 'begun' }
  const place = thing.steps.push(step) - 1
  const entry = { thing: thing.marker, kind: thing.kind, step: place, purpose: call.purpose }
  ledger.write({ ...entry, begun: state })
  const reply = await caller.send(call)
  step.outcome = reply.outcome === 'done' ? 'acknowledged' : reply.outcome
  if (step.outcome === 'acknowledged') thing.acknowledged = place
  ledger.write({ ...entry, outcome: step.outcome, status: reply.status, process: reply.process })
  return reply
}

/** The states that a read may show that began when `since` was the last acknowledged step. */
export function possibleStates({ steps }: Thing, since: number): Set<string> {
  return new Set(
    steps
      .slice(since)
      .filter(({ outcome }) => outcome !== 'refused')
      .map(({ state }) => state),
  )
}

/** The number of steps that were acknowledged, and of those whose outcome is not known. */
export function countSteps(things: Thing[]): { acknowledged: number; unknown: number } {
  const steps = things.flatMap((thing) => thing.steps.slice(1))
  const having = (outcome: Step['outcome']) => steps.filter((step) => step.outcome === outcome).length
  return { acknowledged: having('acknowledged'), unknown: having('unknown') }
}
