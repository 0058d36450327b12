const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // PostgreSQL: connection exceptions, too many connections, shutting down, starting up.
  '08000',
  '08001',
  '08003',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  // Prisma: cannot reach the server, timed out, connection closed.
  'P1001',
  'P1002',
  'P1017',
])

/** Whether an error says that the database cannot be reached at this moment. */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, cause, errors } = error as {
    code?: string
    message?: string
    cause?: unknown
    errors?: unknown[]
  }
  if (code !== undefined && CODES.has(code)) return true
  // Prisma names PostgreSQL's code in the message alone.
  const [, named] = /Code: `(\w{5})`/.exec(message ?? '') ?? []
  if (code?.startsWith('P2') && named !== undefined && CODES.has(named)) return true
  if (
    message !== undefined &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      message,
    )
  )
    return true
  return (cause !== undefined && isUnreachable(cause)) || (errors?.some(isUnreachable) ?? false)
}
