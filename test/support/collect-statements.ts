import { inject } from 'vitest'
import { ROOT } from './contract/source-files.ts'
import { isStored, storeStatement } from './statement-texts.ts'

/** Frames of a stack that are searched for the caller, among them those of awaiting functions. */
const FRAMES = 60

/**
 * Stores the text of a statement that the service sends, for `test/contract/statements.test.ts`, which checks the
 * texts of all workers at the end of the run. Statements of the tests themselves are left out. Cheap for a text that
 * is stored already.
 */
export function collectStatement(text: string): void {
  if (!isStored(text) && isOfService()) storeStatement(inject('statementsDirectory'), text)
}

/**
 * Whether the closest caller outside of `src/db` is the service, not a test. Statements of `pool.query` count as those
 * of tests: the service has few of them, and none of a tenant.
 */
function isOfService(): boolean {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = limit
  const frame = stack
    .split('\n')
    .slice(2)
    .find((line) => CALLER.test(line) || line.includes('/pg-pool/'))
  return frame !== undefined && !frame.includes(`${ROOT}test/`) && !frame.includes('/pg-pool/')
}

/** A frame of the project, except of what passes statements on. */
const CALLER = new RegExp(
  `${ROOT}(?:src|rest-compat|test)/(?!db/(?:\\w+/)?(?:pool|prepared-statements|deadline-client|deadline|transaction|disk|writable-only|connection-share)\\.|support/(?:database|collect-statements|app)\\.)`,
)
