import { sha256 } from '../../lib/crypto/secret.ts'
import { retry } from '../../lib/concurrency/retry.ts'
import { AppError } from '../../lib/errors.ts'
import { withoutSignIn } from '../visit/begun-write.ts'
import { formTokenOf } from '../visit/form-token.ts'
import type { FormWrite } from '../visit/portal-tools.ts'
import type { Run } from '../visit/visit.ts'
import type { Participant } from './participant.ts'

/** Time between two looks at a write that is still running, and their number. */
const WAIT_MS = 100
const MAX_LOOKS = 51

/**
 * Runs the write of a form once for each of its secrets and contents, within 24 hours. A form that is sent again, as
 * after a lost response or a double click, gets the result of the first. Forms without a secret run each time.
 * @throws AppError CONFLICT if the first one still runs after five seconds
 */
export async function once(participant: Participant, work: (run: Run) => Promise<string>): Promise<string> {
  const { tools, caller, run, runBy } = participant
  const write = writeOf(participant)
  if (!write) return work(run)
  const execute = () => tools.portals.once(caller, write, (by) => work(runBy(by)))
  return retry(execute, { delayMs: WAIT_MS, maxTries: MAX_LOOKS, isRetryable: isRunning })
}

/** Returns the result of a form that has been sent before with the same contents. Null for the first time. */
export async function resultOf(participant: Participant): Promise<string | null> {
  const write = writeOf(participant)
  return write && participant.tools.portals.result(participant.caller, write)
}

/**
 * Returns the key of a form's write. Null without a secret. Other contents are another write, because Back shows a form
 * with its secret again. The answer to a question about the contents does not count as one.
 */
function writeOf({ fields, request }: Participant): FormWrite | null {
  const token = formTokenOf(fields)
  if (token === null) return null
  const { anyway: _answer, ...contents } = withoutSignIn(fields)
  const sent = Object.entries(contents).sort(([one], [other]) => (one < other ? -1 : 1))
  const fingerprint = sha256(JSON.stringify([request.originalUrl, sent]))
  return { key: `${token}/${fingerprint.toString('hex')}`, fingerprint }
}

const isRunning = (error: unknown) =>
  error instanceof AppError && error.code === 'CONFLICT' && error.retryAfter !== undefined
