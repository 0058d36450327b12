import { errorsIn } from './errors-in.ts'

/** Text for a full disk, shown to operators and health probes. */
export const DISK_IS_FULL = 'the disk of the database is full'

const FULL = '53100'

/**
 * Whether PostgreSQL rejected a statement because its disk or disk quota is full.
 */
export function isDiskFull(error: unknown): boolean {
  return errorsIn(error).some(
    ({ code, message = '' }) => code === FULL || /No space left on device|Disk quota exceeded/.test(message),
  )
}
