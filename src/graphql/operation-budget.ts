import { invalidParam } from '../lib/errors.ts'

/** Bounds what one operation reads at a time and how much text it returns. */
export type OperationBudget = {
  /**
   * Runs the resolver of a root field of a query, a few at a time, so that one document does not take all connections.
   * @throws AppError INVALID_PARAM when the texts of the operation are too long already
   */
  run<Value>(resolve: () => Value | Promise<Value>): Value | Promise<Value>
  /** Counts a text of the answer and returns it. @throws AppError INVALID_PARAM when all of them are too long */
  spend(text: string): string
}

/** Root fields of one query that are resolved at a time. */
const MAX_ROOT_FIELDS = 3
/** Characters of long texts in one answer. */
const MAX_CHARACTERS = 32_000_000

/** The budget of one operation; what has no bound of its own kind passes `Infinity`. */
export function createBudget(maxCharacters = MAX_CHARACTERS): OperationBudget {
  const waiting: (() => void)[] = []
  let running = 0
  let characters = 0

  const assertLeft = () => {
    if (characters > maxCharacters)
      throw invalidParam(
        'query',
        `asks for more than ${maxCharacters} characters of text: ask for smaller pages`,
      )
  }
  const leave = () => {
    running--
    waiting.shift()?.()
  }
  const start = <Value>(resolve: () => Value | Promise<Value>): Value | Promise<Value> => {
    running++
    let answer: Value | Promise<Value>
    try {
      assertLeft()
      answer = resolve()
    } catch (error) {
      leave()
      throw error
    }
    if (answer instanceof Promise) return answer.finally(leave)
    leave()
    return answer
  }
  return {
    run(resolve) {
      if (running < MAX_ROOT_FIELDS) return start(resolve)
      return new Promise<void>((turn) => waiting.push(turn)).then(() => start(resolve))
    },
    spend(text) {
      characters += text.length
      if (characters > maxCharacters) assertLeft()
      return text
    },
  }
}
