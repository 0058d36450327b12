import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomOf } from '../../src/seed/random.ts'
import { createCaller } from './caller.ts'
import { checkConsistency } from './checks/check-consistency.ts'
import { checkStreams } from './checks/check-streams.ts'
import { checkThings } from './checks/check-things.ts'
import { checkWebhooks } from './checks/check-webhooks.ts'
import { waitUntilDrained } from './checks/drained.ts'
import { storedEvents } from './checks/stored-events.ts'
import { measureDelays } from './delays.ts'
import { runFaults } from './fault-run.ts'
import { allKinds } from './kinds/all.ts'
import { startLoad } from './load.ts'
import { loggedErrors } from './logged-errors.ts'
import { watchMemory } from './memory.ts'
import { checkNews, startNews } from './news.ts'
import type { SoakOptions } from './options.ts'
import { startReceivers } from './receivers.ts'
import { report } from './report.ts'
import { startStreams } from './streams.ts'
import { startSystem, type System } from './system.ts'
import { startTokens } from './tokens.ts'
import { createWorld } from './world.ts'

/**
 * Runs the soak and prints the report. Returns true when every invariant held. Cleans up, also when it is
 * interrupted.
 */
export async function soak(options: SoakOptions): Promise<boolean> {
  const { minutes, seed, every } = options
  process.stdout.write(`soak: ${minutes} minutes, a fault every ${every} s, seed ${seed}\n`)
  const directory = await mkdtemp(join(tmpdir(), 'echolog-soak-'))
  await chmod(directory, 0o755)
  await mkdir(join(directory, 'data'))
  const interruption = new AbortController()
  const interrupted = new Promise<false>((resolve) =>
    interruption.signal.addEventListener('abort', () => resolve(false)),
  )
  const interrupt = () => interruption.abort()
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  let hasHeld = false
  let system: System | null = null
  try {
    system = await startSystem(directory)
    // The end of the processes also ends the operations that wait for them.
    hasHeld = await Promise.race([run(system, options, interruption.signal), interrupted])
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`)
  } finally {
    await system?.stop()
    await rm(join(directory, 'data'), { recursive: true, force: true })
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
  if (hasHeld) await rm(directory, { recursive: true, force: true })
  const verdict = interruption.signal.aborted ? 'interrupted' : hasHeld ? 'held' : 'broken'
  process.stdout.write(`soak: ${verdict}${hasHeld ? '' : `; the evidence is in ${directory}`}\n`)
  return hasHeld
}

async function run(system: System, options: SoakOptions, signal: AbortSignal): Promise<boolean> {
  const { seed } = options
  const { postgres, processes, disturbances, ledger, mails, tenant, newsTenant } = system
  const caller = createCaller({ processes, disturbances, ledger, random: randomOf(seed, 'processes') })
  const world = await createWorld(caller, tenant)
  const { anchor } = world
  const kinds = allKinds(world, randomOf(seed, 'kinds'))
  const delays = measureDelays(ledger)
  const receivers = await startReceivers({ caller, ledger, delays, seed }, world)
  const streams = startStreams({ processes, delays }, tenant.key, anchor)
  const tokens = await startTokens({ caller, ledger, seed }, world)
  const load = startLoad({ caller, ledger, kinds, seed })
  const news = await startNews({ caller, seed }, newsTenant)
  const memory = watchMemory({ processes, postgres, ledger })
  const began = performance.now()
  try {
    const faults = await runFaults({ ...system, receivers, ledger, options, signal })
    const minutes = (performance.now() - began) / 60_000
    // The load has stopped.
    memory.stop()
    await Promise.all([load.stop(), tokens.stop(), news.stop()])
    if (signal.aborted) return false
    receivers.heal()
    const organizationId = tenant.organization.id
    await waitUntilDrained({ postgres, streams, ledger }, { organizationId, anchor })
    const events = await storedEvents(postgres, organizationId, anchor)
    await checkThings({ postgres, ledger, kinds }, load.things, events, organizationId)
    await checkConsistency(postgres.url, ledger)
    await checkWebhooks({ postgres, ledger }, receivers.all, events)
    checkNews(ledger, mails, news)
    checkStreams(ledger, streams.all, events)
    for (const { name, isFlat } of memory.statements()) if (!isFlat) ledger.breach('memory', name)
    const logged = loggedErrors(system.directory, processes)
    const outcome = { mails, faults, caller, load, tokens, memory, ledger, events, delays, logged }
    process.stdout.write(report({ ...outcome, minutes, receivers: receivers.all, streams: streams.all }))
    return ledger.breaches.size === 0
  } finally {
    memory.stop()
    await Promise.all([load.stop(), tokens.stop(), news.stop(), streams.stop()])
    await receivers.close()
  }
}
