import type { Logger } from 'pino'
import { openRateLimits, type RateLimitSettings } from '../../auth/rate-limit/open-rate-limits.ts'
import type { Database } from '../../db/database.ts'
import { countToolCalls } from '../../modules/oauth/installs/tool-calls.ts'
import type { ProcessMetrics } from '../metrics/metrics.ts'
import { closeRealtime, openRealtime } from './services.ts'

type BackingOptions = RateLimitSettings & { database: Database; log: Logger; metrics: ProcessMetrics }

/** Opens what the web server of a process uses until its last request. @throws Error without the database */
export async function openBacking(options: BackingOptions) {
  const { database, log, metrics } = options
  const rateLimits = await openRateLimits(database.kysely, options, log)
  const live = openRealtime(database, log, metrics)
  const toolCalls = countToolCalls(database.kysely, log)
  return {
    rateLimits,
    live,
    toolCalls,
    async close() {
      await toolCalls.stop()
      await rateLimits?.close()
      await closeRealtime(live)
    },
  }
}
