import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '../../graphql/metrics.ts'
import { VERSION } from '../../lib/version.ts'
import { createJobMetrics } from './job-metrics.ts'
import type { Lag } from './lag.ts'
import { createLagGauges } from './lag-gauges.ts'
import { createPoolGauges } from './pool-metrics.ts'
import { createRequestDurations, type MeasureRequest } from './request-durations.ts'

/** Metrics of a process with their text. */
export type ProcessMetrics = Metrics & {
  measureRequest: MeasureRequest
  /** Sets the gauges of the lag. Null removes their values. */
  setLag(lag: Lag | null): void
  /** Sets the gauges of the pool of connections. */
  setPool: ReturnType<typeof createPoolGauges>
  /** Returns all metrics in the Prometheus text format. */
  text: () => Promise<{ contentType: string; text: string }>
}

/** Metrics of Node and of jobs. Their observers run until the process ends, so it has them once. */
let processRegistry: Registry | undefined

function processMetrics(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  createJobMetrics(processRegistry)
  const build = new Gauge({
    name: 'echolog_build_info',
    help: '1, with the versions of the service and of Node.',
    labelNames: ['version', 'node'] as const,
    registers: [processRegistry],
  })
  build.set({ version: VERSION, node: process.versions.node }, 1)
  return processRegistry
}

/** Creates the metrics of a service in a registry of their own. Their text includes those of the process. */
export function createMetrics(): ProcessMetrics {
  const registry = new Registry()
  const ofProcess = processMetrics()
  const measureRequest = createRequestDurations(registry)
  const connections = connectionMetrics(registry)
  const deliveries = deliveryMetrics(registry)
  return {
    ...connections,
    ...deliveries,
    countMail: mailCounter(registry),
    measureRequest,
    setLag: createLagGauges(registry),
    setPool: createPoolGauges(registry),
    text: async () => ({
      contentType: registry.contentType,
      text: `${await ofProcess.metrics()}\n${await registry.metrics()}`,
    }),
  }
}

type ConnectionMetrics = Pick<Metrics, 'countSubscription' | 'countSlowReader' | 'countRefusedConnection'>

function connectionMetrics(registry: Registry): ConnectionMetrics {
  const subscriptions = new Gauge({
    name: 'echolog_subscriptions_open',
    help: 'Open GraphQL subscriptions, by transport.',
    labelNames: ['transport'] as const,
    registers: [registry],
  })
  const slowReaders = new Counter({
    name: 'echolog_slow_readers_total',
    help: 'Connections cut off because they were not read as fast as they were written to, by transport.',
    labelNames: ['transport'] as const,
    registers: [registry],
  })
  const refusedConnections = new Counter({
    name: 'echolog_connections_refused_total',
    help: 'Connections refused or closed because of a limit, by the limit.',
    labelNames: ['limit'] as const,
    registers: [registry],
  })
  return {
    countSubscription: (transport, change) => subscriptions.inc({ transport }, change),
    countSlowReader: (transport) => slowReaders.inc({ transport }),
    countRefusedConnection: (limit) => refusedConnections.inc({ limit }),
  }
}

function mailCounter(registry: Registry): Metrics['countMail'] {
  const mails = new Counter({
    name: 'echolog_mails_total',
    help: 'Mails that this process has sent, stored or ended otherwise, by kind and state.',
    labelNames: ['kind', 'state'] as const,
    registers: [registry],
  })
  return (kind, state) => mails.inc({ kind, state })
}

function deliveryMetrics(registry: Registry): Pick<Metrics, 'countAttempt' | 'countQueued'> {
  const attempts = new Counter({
    name: 'echolog_delivery_attempts_total',
    help: 'Delivery attempts that this process made, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  const attemptDurations = new Histogram({
    name: 'echolog_delivery_attempt_duration_seconds',
    help: 'Duration in seconds of the delivery attempts of this process that were not refused.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
    registers: [registry],
  })
  const queued = new Counter({
    name: 'echolog_deliveries_queued_total',
    help: 'Deliveries that this process queued: one for each event and webhook that subscribes to it.',
    registers: [registry],
  })
  return {
    countAttempt({ outcome, durationMs }) {
      attempts.inc({ outcome })
      if (outcome !== 'refused') attemptDurations.observe(durationMs / 1_000)
    },
    countQueued: (deliveries) => queued.inc(deliveries),
  }
}
