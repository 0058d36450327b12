import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './config.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import type { Services } from './graphql/context.ts'
import { startWorker } from './main/start-worker.ts'
import { createReadiness } from './server/lifecycle/readiness.ts'
import { bootstrap } from './server/lifecycle/bootstrap.ts'
import { startMetrics } from './server/metrics/metrics-server.ts'
import { startWeb } from './server/start.ts'
import { demoCredentials } from './seed/demo-credentials.ts'
import { startupBanner } from './server/lifecycle/startup-banner.ts'

const STOP_WITHIN_MS = 9_500
const WORK_ENDS_WITHIN_MS = 6_500

/** Starts the roles asked for, and stops them in order: no new work, running work, connections, database. */
async function main(): Promise<void> {
  const { 'print-credentials': printCredentials } = readOptions()
  const config = readConfig()
  // Standard output is for the operator: its first line says where the service listens.
  const log = createLogger(config.logLevel, {
    destination: process.stderr,
    human: process.stderr.isTTY === true,
  })
  exitOnUncaught(log)
  ignoreClosedPipes()
  const installation = await bootstrap(config, log)
  const { database, secretKey } = installation
  const readiness = createReadiness(database, installation.problem)
  const running: (() => Promise<void>)[] = []
  const stop = async () => {
    readiness.drain()
    await Promise.race([Promise.all(running.map((end) => end())), sleep(WORK_ENDS_WITHIN_MS)])
    await installation.close()
  }
  const startMetricsPort = async () => {
    const metrics = await startMetrics({ ...config, port: config.metricsPort ?? 0, health: readiness })
    running.push(metrics.stop)
    return metrics.url
  }
  stopOnSignal(log, stop)
  try {
    const demo = config.demo ? await demoCredentials({ database, secretKey, dataDir: config.dataDir }) : null
    let services: Services | null = null
    if (config.roles.includes('web')) {
      const web = await startWeb({ ...config, database, secretKey, log, health: readiness })
      services = web.services
      running.push(web.stop)
      const isShown = printCredentials || process.stdout.isTTY === true
      const metricsUrl = config.metricsPort === null ? null : await startMetricsPort()
      process.stdout.write(
        startupBanner({
          url: web.url,
          publicUrl: web.services.site.publicUrl,
          metricsUrl,
          demo: demo && { ...demo, isShown },
        }),
      )
    } else {
      if (config.metricsPort !== null) await startMetricsPort()
      process.stdout.write('working, not listening: ROLES has no web\n')
    }
    if (config.roles.includes('worker'))
      running.push(await startWorker({ config, database, secretKey, log, services }))
    releaseStartupMemory()
  } catch (error) {
    await stop()
    throw error
  }
}

/** What may follow `npm start --`. @throws Error for anything else */
function readOptions(): { 'print-credentials': boolean } {
  return parseArgs({ options: { 'print-credentials': { type: 'boolean', default: false } } }).values
}

/** Gives back the memory that only the start needed, about a third of it; where `npm start` allows it. */
function releaseStartupMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  const begin = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop in order')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', begin).on('SIGINT', begin)
}

/** What nobody caught leaves the process in an unknown state: say so and end; the next start takes over. */
function exitOnUncaught(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'unexpected error')
    process.exit(1)
  }
  process.on('uncaughtException', end).on('unhandledRejection', end)
}

/** Goes on without output when its reader has gone (EPIPE), instead of ending as an unhandled stream error would have it. */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, port, message } = error as { code?: string; port?: number; message: string }
  if (code === 'EADDRINUSE') return `Port ${port} is taken: set PORT to another, or to 0 for a free one.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user: set PORT to one above 1023.`
  return message
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
