import type { Run } from '../../moving/engine/read-run.ts'

const WIDTH = 24

/** Shows progress on standard error: one line that is replaced at a terminal, nothing elsewhere. */
export function createProgress() {
  const { stderr } = process
  let isShown = false
  const show = (line: string) => {
    if (!stderr.isTTY) return
    isShown = true
    stderr.write(`\r${line.slice(0, (stderr.columns ?? 80) - 1)}\u001b[K`)
  }
  return {
    planned: (items: number) => show(`planning  ${items} items`),
    ran: ({ progress }: Run) => {
      if (!progress) return
      const { phase, done, total, rate, secondsLeft } = progress
      const filled = total > 0 ? Math.round((Math.min(done, total) / total) * WIDTH) : 0
      const bar = '█'.repeat(filled).padEnd(WIDTH, '·')
      const left = secondsLeft === null ? '' : `, ${secondsLeft} s left`
      show(`${bar} ${phase}  ${done} of ${total}, ${Math.round(rate)} records/s${left}`)
    },
    end: () => void (isShown && stderr.write('\n')),
  }
}

export type ShownProgress = ReturnType<typeof createProgress>
