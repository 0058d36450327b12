import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOptions } from '../bench/start-options.ts'
import { ROOT } from '../support/contract/source-files.ts'
import type { Disturbances } from './disturbances.ts'
import type { Ledger } from './ledger.ts'

export type ServiceProcess = {
  name: string
  url: string
  /** Id of the running process, or null between two. */
  pid: () => number | null
  /** Sends a signal that ends the process, which the supervisor restarts. Resolves when it has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Sends a signal that does not end the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Sets the clock of the process ahead by `aheadMs`, at once and for its successors. */
  stepClock(aheadMs: number): void
  /** Resolves with true when the process reports that it is ready, or with false on a timeout. */
  ready(withinMs: number): Promise<boolean>
  /** Ends the process for good. */
  stop(): Promise<void>
}

type Surroundings = { directory: string; ledger: Ledger; disturbances: Disturbances }

const PRELOAD = join(ROOT, 'test/soak/stepped-clock.ts')
const RESTART_MS = 300
const RESTART_AFTER_FAILURE_MS = 1_000

/**
 * Runs a process of the service as `npm start` does, and restarts it whenever it ends, as a supervisor would.
 */
export function superviseService(
  name: string,
  port: number,
  settings: Record<string, string>,
  { directory, ledger, disturbances }: Surroundings,
): ServiceProcess {
  const url = `http://127.0.0.1:${port}`
  const clockFile = join(directory, `${name}.clock`)
  const log = createWriteStream(join(directory, `${name}.log`), { flags: 'a' })
  let child: ChildProcess | null = null
  let condemned: ChildProcess | null = null
  let isStopping = false
  writeFileSync(clockFile, '0')

  const start = () => {
    const started = spawn(process.execPath, [...startOptions(), '--import', PRELOAD, 'src/main.ts'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        UV_THREADPOOL_SIZE: '16',
        CLOCK_FILE: clockFile,
        PORT: String(port),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A Ctrl-C in the terminal reaches only the soak, which then ends the processes.
      detached: true,
    })
    child = started
    let hasListened = false
    log.write(`--- ${new Date().toISOString()} starts as process ${started.pid}\n`)
    started.stdout.on('data', (chunk: Buffer) => (hasListened ||= chunk.includes('listening on')))
    for (const stream of [started.stdout, started.stderr]) stream.pipe(log, { end: false })
    const begun = performance.now()
    started.once('close', (code, signal) => {
      log.write(`--- ${new Date().toISOString()} process ${started.pid} ended: ${code ?? signal}\n`)
      if (child === started) child = null
      if (isStopping) return
      const wasAsked = condemned === started
      if (!wasAsked && (hasListened || !disturbances.excuses(begun)))
        ledger.breach('process ended', `${name} (${started.pid}) ended by itself with ${code ?? signal}`)
      setTimeout(() => isStopping || start(), wasAsked ? RESTART_MS : RESTART_AFTER_FAILURE_MS)
    })
  }
  start()
  const finish = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const dying = child
    if (!dying) return
    condemned = dying
    const closed = once(dying, 'close')
    dying.kill(signal)
    const [code] = (await closed) as [number | null]
    if (signal === 'SIGTERM' && code !== 0)
      ledger.breach('process ended', `${name} (${dying.pid}) did not stop in order and ended with ${code}`)
  }
  const kill = () => void child?.kill('SIGKILL')
  process.once('exit', kill)
  return {
    name,
    url,
    pid: () => child?.pid ?? null,
    end: finish,
    signal: (signal) => void child?.kill(signal),
    stepClock(aheadMs) {
      writeFileSync(clockFile, String(aheadMs))
      child?.kill('SIGUSR2')
    },
    async ready(withinMs) {
      const deadline = performance.now() + withinMs
      while (performance.now() < deadline) {
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
        if (answer?.status === 200) return true
        await sleep(100)
      }
      return false
    },
    async stop() {
      isStopping = true
      await finish('SIGKILL')
      process.off('exit', kill)
      log.end()
    },
  }
}
