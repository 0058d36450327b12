import { isReadOnly } from '../../db/history/lineage.ts'

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']
const SILENT = /^(timeout expired|Query read timeout)/
const BROKEN_OFF = /^(Connection terminated|There was an error establishing an SSL connection)/
/** SQLSTATE of a missing right (PostgreSQL, appendix A). */
const NO_RIGHT = '42501'

/** Adds the remedy to an error of opening the database at DATABASE_URL. Returns any other error unchanged. */
export function explainDatabase(error: unknown): unknown {
  const message = remedyOf(error as { code?: string; syscall?: string; message: string })
  return message === null ? error : new Error(message, { cause: error })
}

function remedyOf(error: { code?: string; syscall?: string; message: string }): string | null {
  const { code = '', syscall, message } = error
  // A missing socket of the file system.
  const isNoSocket = code === 'ENOENT' && syscall === 'connect'
  if (UNREACHABLE.includes(code) || isNoSocket)
    return 'DATABASE_URL cannot be reached: is PostgreSQL running there?'
  if (code === 'ETIMEDOUT' || SILENT.test(message))
    return 'DATABASE_URL does not answer: is PostgreSQL stopped, or a firewall in between?'
  if (code === 'ECONNRESET' || BROKEN_OFF.test(message))
    return 'The server of DATABASE_URL ended the connection: is it PostgreSQL, and may this machine connect to it?'
  if (code === '28P01' || code === '28000') return 'PostgreSQL refused the user or password of DATABASE_URL'
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist: create it first'
  if (code === NO_RIGHT)
    return `The user of DATABASE_URL lacks a right (${message}): let it own the database and its tables`
  if (isReadOnly(error))
    return 'The database of DATABASE_URL is read-only, as on a standby: set DATABASE_URL to the primary server'
  return null
}
