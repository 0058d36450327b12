import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig, type Config } from './config.ts'
import { createLogger } from './lib/log/logger.ts'
import { limitHeapGrowth } from './moving/small-heap.ts'
import { startWorker, type WorkerOptions } from './server/jobs/start-worker.ts'
import { createReadiness, type Readiness } from './server/lifecycle/readiness.ts'
import { bootstrap } from './server/lifecycle/bootstrap.ts'
import { exitOnUncaught, ignoreClosedPipes, stopOnSignal } from './server/lifecycle/process-events.ts'
import { createMetrics } from './server/metrics/metrics.ts'
import { startMetrics } from './server/http/metrics-server.ts'
import { assertFree, explainPort } from './server/http/listen.ts'
import { startWeb } from './server/start.ts'
import { demoCredentials } from './seed/demo-credentials.ts'
import { startupBanner } from './server/lifecycle/startup-banner.ts'

const WORK_ENDS_WITHIN_MS = 6_500

/** Percent. Requests that wait under load outlive two minor collections of garbage. */
const WEB_HEAP_GROWTH = 50

/**
 * Starts the configured roles. On a signal it stops accepting work, ends running work, then closes
 * connections and database.
 */
async function main(): Promise<void> {
  const { 'print-credentials': printCredentials } = readOptions()
  const config = readConfig()
  // Standard output is for the operator. Its first line is the URL of the service.
  const log = createLogger(config.logLevel, {
    destination: process.stderr,
    human: process.stderr.isTTY === true,
  })
  exitOnUncaught(log)
  ignoreClosedPipes()
  await assertPortsFree(config)
  const installation = await bootstrap(config, log)
  const { database, secretKey } = installation
  const metrics = createMetrics()
  const health = createReadiness(database, metrics, () => installation.problem())
  const running: (() => Promise<void>)[] = []
  const stop = async () => {
    health.announceStop()
    if (running.length > 0) await sleep(config.drainDelay)
    health.drain()
    const ended = Promise.allSettled(running.map((end) => end()))
    const ends = await Promise.race([ended, sleep(WORK_ENDS_WITHIN_MS, [])])
    await installation.close()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  stopOnSignal(log, stop, config.drainDelay)
  try {
    const part = { config, database, secretKey, metrics, log, health, running }
    const services = await startWebRole(part, printCredentials)
    if (config.roles.includes('worker')) running.push(await startWorker({ ...part, services }))
    if (services) limitHeapGrowth(WEB_HEAP_GROWTH)
    else process.stdout.write('worker started without an HTTP server: ROLES does not include web\n')
    releaseStartupMemory()
  } catch (error) {
    await stop()
    throw error
  }
}

/** Parts that the roles of a process share. */
type Process = Omit<WorkerOptions, 'services' | 'metrics'> & {
  metrics: ReturnType<typeof createMetrics>
  health: Readiness
  /** Functions that stop what runs. */
  running: (() => Promise<void>)[]
}

/**
 * Starts the HTTP server and writes the startup banner. Without the web role it starts only the port for
 * metrics and returns null.
 */
async function startWebRole(part: Process, printCredentials: boolean): Promise<WorkerOptions['services']> {
  const { config, running } = part
  const log = (line: string) => part.log.info(line)
  const demo = config.demo ? await demoCredentials({ ...config, ...part, log }) : null
  if (!config.roles.includes('web')) {
    await startMetricsPort(part)
    return null
  }
  const { url, services, stop } = await startWeb({ ...config, ...part })
  running.push(stop)
  const isShown = printCredentials || process.stdout.isTTY === true
  const metricsUrl = await startMetricsPort(part)
  const { publicUrl } = services.site
  process.stdout.write(startupBanner({ url, publicUrl, metricsUrl, demo: demo && { ...demo, isShown } }))
  return services
}

/** Starts the separate port for metrics, if it is set. Returns its URL. */
async function startMetricsPort({ config, health, running }: Process): Promise<string | null> {
  if (config.metricsPort === null) return null
  const server = await startMetrics({ ...config, port: config.metricsPort, health })
  running.push(server.stop)
  return server.url
}

/** Checks the ports before anything is created. They are bound again once the service can answer. */
async function assertPortsFree({ roles, port, metricsPort, host }: Config): Promise<void> {
  if (roles.includes('web')) await assertFree('PORT', port, host)
  if (metricsPort !== null) await assertFree('METRICS_PORT', metricsPort, host)
}

/** Parses the options after `npm start --`. @throws Error for an unknown option */
function readOptions(): { 'print-credentials': boolean } {
  return parseArgs({ options: { 'print-credentials': { type: 'boolean', default: false } } }).values
}

/** Releases memory that only startup needed, about a third, if `gc` is exposed, as by `npm start`. */
function releaseStartupMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function explain(error: unknown): string {
  return (explainPort(error, 'PORT') as Error).message
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
