import { monotonicMs } from '../../lib/time/clock.ts'
import type { Run } from '../../moving/engine/read-run.ts'

const WIDTH = 24
const LINE_MS = 60_000

/** Shows progress on standard error: one line that is replaced at a terminal, elsewhere at most one line a minute. */
export function createProgress() {
  const { stderr } = process
  let isShown = false
  let writtenAt = monotonicMs()
  let awaited: string | null = null
  const show = (line: string) => {
    if (stderr.isTTY) {
      isShown = true
      stderr.write(`\r${line.slice(0, (stderr.columns ?? 80) - 1)}\u001b[K`)
    } else if (monotonicMs() - writtenAt >= LINE_MS) write(line)
  }
  const write = (line: string) => {
    writtenAt = monotonicMs()
    stderr.write(`${line}\n`)
  }
  return {
    planned: (items: number) => show(`planning  ${items} items`),
    ran: ({ progress }: Run) => {
      if (progress) show(lineOf(progress, stderr.isTTY))
    },
    /** Shows once that a command waits for another process, or for the end of its lease if it was killed. */
    waits: ({ owner, leasedUntil }: Run) => {
      if (owner === null || owner === awaited) return
      awaited = owner
      const until = leasedUntil?.toISOString().slice(11, 19) ?? ''
      write(
        `waiting for the process that works on this import. If it was killed, this one goes on at ${until} UTC.`,
      )
    },
    end: () => void (isShown && stderr.write('\n')),
  }
}

export type ShownProgress = ReturnType<typeof createProgress>

function lineOf(
  { phase, done, total, rate, secondsLeft }: NonNullable<Run['progress']>,
  hasBar: boolean,
): string {
  const filled = total > 0 ? Math.round((Math.min(done, total) / total) * WIDTH) : 0
  const bar = hasBar ? `${'█'.repeat(filled).padEnd(WIDTH, '·')} ` : ''
  const left = secondsLeft === null ? '' : `, ${secondsLeft} s left`
  return `${bar}${phase}  ${done} of ${total}, ${Math.round(rate)} records/s${left}`
}
