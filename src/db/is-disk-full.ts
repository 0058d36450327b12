/** Text for a full disk, shown to operators and health probes. */
export const DISK_IS_FULL = 'the disk of the database is full'

const FULL = '53100'
const MAX_CAUSES = 8

/** Whether PostgreSQL rejected a statement because its disk or disk quota is full. */
export function isDiskFull(error: unknown): boolean {
  return describe(error).some(
    ({ code, message }) => code === FULL || /No space left on device|Disk quota exceeded/.test(message),
  )
}

type Description = { code: string; message: string }

/**
 * Returns the SQLSTATE and message of an error and of its causes. Prisma has PostgreSQL's code in its message
 * only.
 */
function describe(error: unknown, depth = 0): Description[] {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return []
  const {
    code,
    message = '',
    cause,
    errors,
  } = error as Partial<Record<keyof Error | 'code', string>> & {
    errors?: unknown[]
  }
  const [, named] = /Code: `(\w{5})`/.exec(message) ?? []
  const own = [code, named].map((each) => ({ code: String(each), message }))
  return [...own, ...[cause, ...(errors ?? [])].flatMap((inner) => describe(inner, depth + 1))]
}
