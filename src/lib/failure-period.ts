import type { Logger } from './logger.ts'

export type FailurePeriod = {
  /** Logs the first failure after a success. */
  failed(error: unknown): void
  /** Ends the period, which is logged. */
  worked(): void
}

/** Logs work that is tried again and again: once when it begins to fail and once when it works again. */
export function failurePeriod(name: string, log: Logger): FailurePeriod {
  let isFailing = false
  return {
    failed(error) {
      if (!isFailing) log.error({ err: error }, `${name} failed; trying again`)
      isFailing = true
    },
    worked() {
      if (isFailing) log.info(`${name} works again`)
      isFailing = false
    },
  }
}
