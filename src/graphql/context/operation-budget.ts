import type { Cancellation } from '../../db/sharing/connection-share.ts'
import { OperationCanceled } from '../../db/deadline.ts'
import { invalidParam } from '../../lib/errors.ts'

/** Maximum number of root fields of one query that are resolved concurrently. */
const MAX_ROOT_FIELDS = 3
/** Maximum number of characters of long texts in one result. */
const MAX_CHARACTERS = 32_000_000
/** Maximum number of items of lists without pages in one result, such as the tags of posts. */
const MAX_ITEMS = 100_000

/**
 * Bounds the concurrent reads of one operation and the size of its result. Once it is rejected or canceled,
 * the pool gives the operation no further connections.
 */
export class OperationBudget implements Cancellation {
  readonly #maxCharacters: number
  readonly #maxItems: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #characters = 0
  #read = 0
  #items = 0
  /** Error of the rejected operation. */
  #final: Error | undefined
  #isCanceled = false
  /** Error of the first failed field that is required. */
  #failure: Error | undefined

  /** `Infinity` is for callers with their own limit. */
  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#maxCharacters = maxCharacters
    this.#maxItems = maxCharacters === Infinity ? Infinity : MAX_ITEMS
  }

  get reason(): Error | undefined {
    // Made when it is needed, because each query ends by being canceled.
    if (this.#isCanceled) this.#final ??= new OperationCanceled()
    return this.#final ?? this.#failure
  }

  /**
   * Runs the resolver of a root field of a query. A few run at a time, so that one document does not take all
   * connections. If a required one fails, those not started are rejected without being run.
   * @throws AppError INVALID_PARAM when the operation has exceeded its budget, OperationCanceled
   */
  run<Value>(resolve: () => Value | Promise<Value>, isRequired: boolean): Value | Promise<Value> {
    if (this.#running < MAX_ROOT_FIELDS) return this.#start(resolve, isRequired)
    return new Promise<void>((turn) => this.#waiting.push(turn)).then(() => this.#start(resolve, isRequired))
  }

  /**
   * Counts a text of the result and returns it. @throws AppError INVALID_PARAM when the sum exceeds the limit
   */
  spend(text: string): string {
    this.#characters += text.length
    if (this.#characters > this.#maxCharacters) this.#refuse(`${this.#maxCharacters} characters of text`)
    return text
  }

  /**
   * Counts the characters of stored texts that are about to be read whole, such as the snapshots of events.
   * Texts of the result are counted apart.
   * @throws AppError INVALID_PARAM when the sum exceeds the limit
   */
  spendRead(count: number): void {
    this.#read += count
    if (this.#read > this.#maxCharacters) this.#refuse(`${this.#maxCharacters} characters of text`)
  }

  /**
   * Counts the items of a list without pages. @throws AppError INVALID_PARAM when the sum exceeds the limit
   */
  spendItems(count: number): void {
    this.#items += count
    if (this.#items > this.#maxItems) this.#refuse(`${this.#maxItems} items of lists`)
  }

  /** @throws AppError INVALID_PARAM, OperationCanceled when nothing more may be read */
  assertOpen(): void {
    const { reason } = this
    if (reason) throw reason
  }

  /** Ends the reads of the operation. */
  cancel(): void {
    this.#isCanceled = true
  }

  /** Permits the operation to run again after a failed field, unless it was rejected or canceled. */
  reopen(): void {
    this.#failure = undefined
  }

  #refuse(problem: string): never {
    this.#final ??= invalidParam('query', `selects more than ${problem}: request smaller pages`)
    throw this.#final
  }

  #start<Value>(resolve: () => Value | Promise<Value>, isRequired: boolean): Value | Promise<Value> {
    this.#running++
    const leaveWith = (error: unknown): never => {
      if (isRequired) this.#failure ??= error as Error
      this.#leave()
      throw error
    }
    let answer: Value | Promise<Value>
    try {
      this.assertOpen()
      answer = resolve()
    } catch (error) {
      // Thrown at once, it would leave the promises of sibling fields unobserved, which ends the process.
      return Promise.reject(error as Error).catch(leaveWith)
    }
    if (answer instanceof Promise)
      return answer.then((value: Value) => {
        this.#leave()
        return value
      }, leaveWith)
    this.#leave()
    return answer
  }

  #leave(): void {
    this.#running--
    this.#waiting.shift()?.()
  }
}
