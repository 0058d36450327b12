import { errorsIn, type Thrown } from './errors-in.ts'
import { UNREACHABLE_CAUSES } from './unreachable-causes.ts'

/**
 * Whether an error or one of its causes means that the database is unavailable now. `UNREACHABLE_CAUSES`
 * lists the codes and texts. The operation may succeed later. The data and the request are not at fault.
 */
export const isConnectionError = (error: unknown): boolean => errorsIn(error).some(meansUnreachable)

function meansUnreachable({ code, message = '' }: Thrown): boolean {
  return UNREACHABLE_CAUSES.some(
    (one) =>
      (one.code === undefined || code === one.code) &&
      (one.text === undefined || one.text.test(message)) &&
      !one.unless?.test(message),
  )
}
