import { readOptions } from './options.ts'
import { tableOf } from './report.ts'
import { isConformant, runConformance } from './run.ts'

const SAME_SIGNAL_MS = 1_000
const interruption = new AbortController()
let interruptedAt = 0
// The first signal ends the checks and removes what they have made. A later one ends the process.
// The terminal and npm both send the same signal, almost at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (interruption.signal.aborted) {
      if (performance.now() - interruptedAt > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    interruptedAt = performance.now()
    process.stderr.write('Interrupted. Removes what the run has made. Interrupt again to end at once.\n')
    interruption.abort()
  })

try {
  const read = readOptions(process.argv.slice(2))
  if ('help' in read) process.stdout.write(read.help)
  else {
    const report = await runConformance(read.options, interruption.signal)
    process.stdout.write(read.json ? `${JSON.stringify(report, null, 2)}\n` : tableOf(report))
    process.exitCode = isConformant(report) ? 0 : 1
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
