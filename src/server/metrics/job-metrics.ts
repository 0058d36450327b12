import { subscribe } from 'node:diagnostics_channel'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { ROUNDS, type Round } from '../../lib/concurrency/loop.ts'

/** Registers the rounds of the jobs of this process, which they publish. Call it once in a process. */
export function createJobMetrics(registry: Registry): void {
  const rounds = new Counter({
    name: 'echolog_job_rounds_total',
    help: 'Rounds of the jobs of this process, by job and result.',
    labelNames: ['job_name', 'result'] as const,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'echolog_job_round_duration_seconds',
    help: 'Duration in seconds of the rounds of the jobs of this process, by job.',
    labelNames: ['job_name'] as const,
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [registry],
  })
  const lastSuccess = new Gauge({
    name: 'echolog_job_last_success_timestamp_seconds',
    help: 'Unix time of the last round of a job that did not fail, by the clock of this machine.',
    labelNames: ['job_name'] as const,
    registers: [registry],
  })
  subscribe(ROUNDS, (message) => {
    const { name, ms, failed } = message as Round
    rounds.inc({ job_name: name, result: failed ? 'failed' : 'ok' })
    durations.observe({ job_name: name }, ms / 1000)
    if (!failed) lastSuccess.set({ job_name: name }, Date.now() / 1000)
  })
}
