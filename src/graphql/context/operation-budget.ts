import type { Cancellation } from '../../db/connection-share.ts'
import { OperationCanceled } from '../../db/deadline.ts'
import { invalidParam, type AppError } from '../../lib/errors.ts'

/**
 * Bounds the concurrent reads of one operation and the size of its result. Once it is rejected or canceled,
 * the pool gives the operation no further connections.
 */
export type OperationBudget = Cancellation & {
  /**
   * Runs the resolver of a root field of a query. A few run at a time, so that one document does not take all
   * connections. If a required one fails, those not started are rejected without being run.
   * @throws AppError INVALID_PARAM when the operation has exceeded its budget, OperationCanceled
   */
  run<Value>(resolve: () => Value | Promise<Value>, isRequired: boolean): Value | Promise<Value>
  /**
   * Counts a text of the result and returns it. @throws AppError INVALID_PARAM when the sum exceeds the limit
   */
  spend(text: string): string
  /**
   * Counts the characters of stored texts that are about to be read whole, such as the snapshots of events.
   * Texts of the result are counted apart.
   * @throws AppError INVALID_PARAM when the sum exceeds the limit
   */
  spendRead(count: number): void
  /**
   * Counts the items of a list without pages. @throws AppError INVALID_PARAM when the sum exceeds the limit
   */
  spendItems(count: number): void
  /** @throws AppError INVALID_PARAM, OperationCanceled when nothing more may be read */
  assertOpen(): void
  /** Ends the reads of the operation. */
  cancel(): void
  /** Permits the operation to run again after a failed field, unless it was rejected or canceled. */
  reopen(): void
}

/** Maximum number of root fields of one query that are resolved concurrently. */
const MAX_ROOT_FIELDS = 3
/** Maximum number of characters of long texts in one result. */
const MAX_CHARACTERS = 32_000_000
/** Maximum number of items of lists without pages in one result, such as the tags of posts. */
const MAX_ITEMS = 100_000

/** Creates the budget of one operation. `Infinity` is for callers with their own limit. */
export function createBudget(maxCharacters = MAX_CHARACTERS): OperationBudget {
  const maxItems = maxCharacters === Infinity ? Infinity : MAX_ITEMS
  const waiting: (() => void)[] = []
  let running = 0
  let characters = 0
  let read = 0
  let items = 0
  let final: Error | undefined
  let failure: Error | undefined

  const refuse = (problem: string): never => {
    const refusal: AppError = invalidParam('query', `selects more than ${problem}: request smaller pages`)
    final ??= refusal
    throw final
  }
  const assertOpen = () => {
    const reason = final ?? failure
    if (reason) throw reason
  }
  const leave = () => {
    running--
    waiting.shift()?.()
  }
  const start = <Value>(
    resolve: () => Value | Promise<Value>,
    isRequired: boolean,
  ): Value | Promise<Value> => {
    running++
    const leaveWith = (error: unknown): never => {
      if (isRequired) failure ??= error as Error
      leave()
      throw error
    }
    let answer: Value | Promise<Value>
    try {
      assertOpen()
      answer = resolve()
    } catch (error) {
      // Thrown at once, it would leave the promises of sibling fields unobserved, which ends the process.
      return Promise.reject(error as Error).catch(leaveWith)
    }
    if (answer instanceof Promise)
      return answer.then((value: Value) => {
        leave()
        return value
      }, leaveWith)
    leave()
    return answer
  }
  return {
    get reason() {
      return final ?? failure
    },
    run(resolve, isRequired) {
      if (running < MAX_ROOT_FIELDS) return start(resolve, isRequired)
      return new Promise<void>((turn) => waiting.push(turn)).then(() => start(resolve, isRequired))
    },
    spend(text) {
      characters += text.length
      if (characters > maxCharacters) refuse(`${maxCharacters} characters of text`)
      return text
    },
    spendRead(count) {
      read += count
      if (read > maxCharacters) refuse(`${maxCharacters} characters of text`)
    },
    spendItems(count) {
      items += count
      if (items > maxItems) refuse(`${maxItems} items of lists`)
    },
    assertOpen,
    cancel() {
      final ??= new OperationCanceled()
    },
    reopen() {
      failure = undefined
    },
  }
}
