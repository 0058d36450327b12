import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import type { SoakOptions } from './options.ts'
import { FATAL, FAULTS, QUIET, type FaultName, type FaultTools } from './faults.ts'

/** How long the service may take to say that it is ready after the cause of a fault is gone. */
const READY_WITHIN_MS = 60_000

type Run = Omit<FaultTools, 'victim'> & { ledger: Ledger; options: SoakOptions; signal: AbortSignal }

/** Causes faults, each kind once before any comes again, until the time is over. Returns how often each happened. */
export async function runFaults(run: Run): Promise<Map<FaultName, number>> {
  const { options, random, signal, processes, ledger } = run
  const counts = new Map<FaultName, number>()
  const began = performance.now()
  const end = began + options.minutes * 60_000
  let bag: FaultName[] = []
  for (let due = began + options.every * 1_000; due < end && !signal.aborted;) {
    await sleep(due - performance.now(), undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    if (bag.length === 0) bag = Object.keys(FAULTS) as FaultName[]
    const name = random.pick(bag)
    bag = bag.filter((other) => other !== name)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    // After the first third, one process is spared, so that it lives long enough to say something about its memory.
    const isEarly = performance.now() < began + (end - began) / 3
    const candidates = FATAL.has(name) && !isEarly ? processes.slice(1) : processes
    const fault = { ...run, victim: random.pick(candidates) }
    const minute = ((performance.now() - began) / 60_000).toFixed(1)
    const line = await cause(name, fault)
    process.stdout.write(`${minute.padStart(5)} min  ${name.padEnd(26)} ${line}\n`)
    ledger.write({ fault: name, line })
    due = Math.max(due + options.every * 1_000, performance.now() + 1_000)
  }
  await sleep(end - performance.now(), undefined, { signal }).catch(() => {})
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
