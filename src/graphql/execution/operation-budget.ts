import type { Cancellation } from '../../db/connection-share.ts'
import { OperationCanceled } from '../../db/deadline.ts'
import { invalidParam, type AppError } from '../../lib/errors.ts'

/**
 * Bounds what one operation reads at a time and how much it returns. What is refused here or canceled is a reason for the
 * pool of connections to give no more of them to the operation.
 */
export type OperationBudget = Cancellation & {
  /**
   * Runs the resolver of a root field of a query, a few at a time, so that one document does not take all connections.
   * When one that the answer cannot do without fails, those that have not begun are rejected without being run.
   * @throws AppError INVALID_PARAM when the operation asks for too much already, OperationCanceled
   */
  run<Value>(resolve: () => Value | Promise<Value>, isRequired: boolean): Value | Promise<Value>
  /** Counts a text of the answer and returns it. @throws AppError INVALID_PARAM when all of them are too long */
  spend(text: string): string
  /** Counts the items of a list that has no pages. @throws AppError INVALID_PARAM when all of them are too many */
  spendItems(count: number): void
  /** @throws AppError INVALID_PARAM, OperationCanceled when nothing more may be read */
  assertOpen(): void
  /** Ends the operation: nothing more is read for it. */
  cancel(): void
  /** Permits the operation to run again after a field failed; not when it was refused or canceled. */
  reopen(): void
}

/** Root fields of one query that are resolved at a time. */
const MAX_ROOT_FIELDS = 3
/** Characters of long texts in one answer. */
const MAX_CHARACTERS = 32_000_000
/** Items in one answer of lists that have no pages, such as the tags of posts. */
const MAX_ITEMS = 100_000

/** The budget of one operation; what has no bound of its own kind passes `Infinity`. */
export function createBudget(maxCharacters = MAX_CHARACTERS): OperationBudget {
  const maxItems = maxCharacters === Infinity ? Infinity : MAX_ITEMS
  const waiting: (() => void)[] = []
  let running = 0
  let characters = 0
  let items = 0
  let final: Error | undefined
  let failure: Error | undefined

  const refuse = (problem: string): never => {
    const refusal: AppError = invalidParam('query', `asks for more than ${problem}: ask for smaller pages`)
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
      return leaveWith(error)
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
