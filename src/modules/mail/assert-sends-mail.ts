import { AppError } from '../../lib/errors.ts'

/** Whether this server sends mail, and whether others than the operator reach it. */
type MailOfServer = { from: object | null; isPublic: () => boolean }

/**
 * Refuses to queue a mail with a code or a link on a public server without an SMTP server, because stored ones
 * are closed to everyone there. `advice` names the alternative.
 * @throws AppError UNAVAILABLE
 */
export function assertSendsMail({ from, isPublic }: MailOfServer, advice: string): void {
  if (from === null && isPublic()) throw new AppError('UNAVAILABLE', `This server sends no mail: ${advice}`)
}
