import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../src/seed/random.ts'
import type { Ledger } from './ledger.ts'
import type { SoakOptions } from './options.ts'
import { FATAL, FAULTS, QUIET, type FaultName, type FaultTools } from './faults.ts'

/** Time in milliseconds within which the service must be ready after the end of a fault. */
const READY_WITHIN_MS = 60_000

type Run = Omit<FaultTools, 'victim' | 'random'> & {
  ledger: Ledger
  options: SoakOptions
  signal: AbortSignal
}

/**
 * Causes faults until the time is over, each kind once before any is repeated. Returns the number of each.
 */
export async function runFaults(run: Run): Promise<Map<FaultName, number>> {
  const { options, signal, processes, ledger } = run
  const order = randomOf(options.seed, 'order of faults')
  const counts = new Map<FaultName, number>()
  const began = performance.now()
  const end = began + options.minutes * 60_000
  let bag: FaultName[] = []
  let number = 0
  for (let due = began + options.every * 1_000; due < end && !signal.aborted;) {
    await sleep(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    if (bag.length === 0) bag = Object.keys(FAULTS) as FaultName[]
    const name = order.pick(bag)
    bag = bag.filter((other) => other !== name)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    // One process is spared after the first third, so that it runs long enough for a statement about its
    // memory.
    const isEarly = performance.now() < began + (end - began) / 3
    const candidates = FATAL.has(name) && !isEarly ? processes.slice(1) : processes
    // A separate random source, so that the draws of one fault do not change the next one.
    const random = randomOf(options.seed, 'fault', number++)
    const fault = { ...run, random, victim: random.pick(candidates) }
    const minute = ((performance.now() - began) / 60_000).toFixed(1)
    const line = await cause(name, fault)
    process.stdout.write(`${minute.padStart(5)} min  ${name.padEnd(26)} ${line}\n`)
    ledger.write({ fault: name, line })
    due = Math.max(due + options.every * 1_000, performance.now() + 1_000)
  }
  await sleep(Math.max(0, end - performance.now()), undefined, { signal }).catch(() => {})
  return counts
}

async function cause(name: FaultName, tools: FaultTools & { ledger: Ledger }): Promise<string> {
  const { disturbances, processes, ledger } = tools
  const over = QUIET.has(name) ? () => {} : disturbances.begin()
  ledger.write({ begins: name, victim: tools.victim.name })
  try {
    const what = await FAULTS[name](tools)
    const gone = performance.now()
    const ready = await Promise.all(
      processes.map(async (process) => {
        if (await process.ready(READY_WITHIN_MS)) return
        ledger.breach('not ready', `${process.name} ${READY_WITHIN_MS / 1_000} s after ${name} (${what})`)
        await process.end('SIGKILL')
        await process.ready(READY_WITHIN_MS)
      }),
    ).then(() => Math.round(performance.now() - gone))
    return `${what}; ready after ${ready} ms`
  } finally {
    over()
  }
}
