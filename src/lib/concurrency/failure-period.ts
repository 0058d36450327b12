import type { Logger } from '../log/logger.ts'

export type FailurePeriod = {
  /** Logs the first failure after a success. */
  failed: (error: unknown) => void
  /** Ends the period of failures and logs its end. */
  worked(): void
}

/** Logs repeated work once when it starts to fail and once when it succeeds again. */
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
