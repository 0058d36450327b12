import type { Db } from '../../db/database.ts'
import { readLongTexts, type LongText } from '../../db/long-texts.ts'
import { notFound } from '../../lib/errors.ts'
import type { OperationBudget } from './operation-budget.ts'

/** Reads long texts of rows for an operation, each counted against its budget. */
export type LongTexts = {
  /**
   * Returns the text of a row, and reads it if the row was read without it.
   * @throws AppError INVALID_PARAM when the texts of the operation are too long, NOT_FOUND for a deleted row
   */
  of(row: { id: number }, ...text: LongText): string | Promise<string>
  /** Returns a nullable text. @throws AppError as `of` */
  find(id: number, ...text: LongText): Promise<string | null>
}

/** Maximum number of octets of texts that one statement reads. */
const MAX_IN_STATEMENT = 8_000_000

type Texts = Map<number, PromiseWithResolvers<string | null>>

/**
 * Reads the texts in batches of a bounded size, one after another, and stops when the budget is spent. The
 * memory for the texts of an operation is therefore bounded.
 */
export function createLongTexts(
  { db, budget }: { db: Db; budget: OperationBudget },
  organizationId: number,
): LongTexts {
  const asked = new Map<string, { text: LongText; texts: Texts }>()
  let isReading = false

  const readRun = async (text: LongText, texts: Texts) => {
    const ids = [...texts.keys()].sort((one, other) => one - other)
    budget.assertOpen()
    const rows = await readLongTexts(db, text, organizationId, ids, MAX_IN_STATEMENT)
    const found = new Map(rows.map((row) => [row.id, row.text]))
    const last = rows.at(-1)?.id ?? Infinity
    for (const id of ids) {
      if (id > last) break
      texts.get(id)?.resolve(found.get(id) ?? null)
      texts.delete(id)
    }
  }
  const read = async () => {
    for (const [key, { text, texts }] of asked) {
      try {
        while (texts.size > 0) await readRun(text, texts)
      } catch (error) {
        for (const { reject } of texts.values()) reject(error)
      }
      asked.delete(key)
    }
    isReading = false
  }
  const ask = (id: number, text: LongText): Promise<string | null> => {
    const key = text.join('.')
    const { texts } = asked.get(key) ?? { texts: new Map() as Texts }
    asked.set(key, { text, texts })
    const one = texts.get(id) ?? Promise.withResolvers<string | null>()
    texts.set(id, one)
    if (!isReading) {
      isReading = true
      // Requests made in the same turn share one statement.
      setImmediate(() => void read())
    }
    return one.promise
  }
  const find: LongTexts['find'] = async (id, ...text) => {
    const found = await ask(id, text)
    return found === null ? null : budget.spend(found)
  }
  return {
    of(row, ...text) {
      const present = (row as Record<string, unknown>)[text[1]]
      try {
        if (typeof present === 'string') return budget.spend(present)
      } catch (error) {
        // Thrown at once, it would leave the promises of other texts unobserved, which ends the process.
        return Promise.reject(error as Error)
      }
      return find(row.id, ...text).then((found) => {
        if (found === null) throw notFound('Object')
        return found
      })
    },
    find,
  }
}
