import { invalidParam } from '../errors.ts'

/** Checks a name of the IANA time zone database. @throws AppError INVALID_PARAM for an unknown one */
export function assertTimeZone(name: string): void {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) throw unknownTimeZone()
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    throw unknownTimeZone()
  }
}

/** Error for a time zone that the program or the database does not have. */
export const unknownTimeZone = () =>
  invalidParam('timeZone', 'must be a name of the IANA time zone database, such as Europe/Berlin')
