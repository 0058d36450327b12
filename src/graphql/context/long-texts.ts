import type { Db } from '../../db/database.ts'
import { readLongTexts, type LongText } from '../../db/lists/long-texts.ts'
import { notFound } from '../../lib/errors.ts'
import { withUploadUrls } from '../../lib/images/upload-paths.ts'
import type { OperationBudget } from './operation-budget.ts'

/** Maximum number of octets of texts that one statement reads. */
const MAX_IN_STATEMENT = 8_000_000

type Texts = Map<number, PromiseWithResolvers<string | null>>

/**
 * Reads long texts of rows for an operation, each counted against its budget. Reads them in batches of a
 * bounded size, one after another, and stops when the budget is spent. The memory for the texts of an
 * operation is therefore bounded.
 */
export class LongTexts {
  readonly #db: Db
  readonly #budget: OperationBudget
  readonly #organizationId: number
  readonly #site: { readonly publicUrl: string }
  readonly #requested = new Map<string, { text: LongText; texts: Texts }>()
  #isReading = false

  constructor(
    { db, budget, site }: { db: Db; budget: OperationBudget; site: { readonly publicUrl: string } },
    organizationId: number,
  ) {
    this.#db = db
    this.#budget = budget
    this.#site = site
    this.#organizationId = organizationId
  }

  /**
   * Returns the text of a row, and reads it if the row was read without it. Pictures have their whole address.
   * @throws AppError INVALID_PARAM when the texts of the operation are too long, NOT_FOUND for a deleted row
   */
  of(row: { id: number }, ...text: LongText): string | Promise<string> {
    const present = (row as Record<string, unknown>)[text[1]]
    try {
      if (typeof present === 'string') return this.#shown(present)
    } catch (error) {
      // Thrown at once, it would leave the promises of other texts unobserved, which ends the process.
      return Promise.reject(error)
    }
    return this.find(row.id, ...text).then((found) => {
      if (found === null) throw notFound('Object')
      return found
    })
  }

  /** Returns a nullable text. @throws AppError as `of` */
  async find(id: number, ...text: LongText): Promise<string | null> {
    const found = await this.#request(id, text)
    return found === null ? null : this.#shown(found)
  }

  #shown(text: string): string {
    return withUploadUrls(this.#budget.spend(text), this.#site)
  }

  #request(id: number, text: LongText): Promise<string | null> {
    const key = text.join('.')
    const { texts } = this.#requested.get(key) ?? { texts: new Map() as Texts }
    this.#requested.set(key, { text, texts })
    const one = texts.get(id) ?? Promise.withResolvers<string | null>()
    texts.set(id, one)
    if (!this.#isReading) {
      this.#isReading = true
      // Requests made in the same turn share one statement.
      setImmediate(() => void this.#read())
    }
    return one.promise
  }

  async #read(): Promise<void> {
    for (const [key, { text, texts }] of this.#requested) {
      try {
        while (texts.size > 0) await this.#readBatch(text, texts)
      } catch (error) {
        for (const { reject } of texts.values()) reject(error)
      }
      this.#requested.delete(key)
    }
    this.#isReading = false
  }

  async #readBatch(text: LongText, texts: Texts): Promise<void> {
    const ids = [...texts.keys()].sort((one, other) => one - other)
    this.#budget.assertOpen()
    const rows = await readLongTexts(this.#db, text, this.#organizationId, ids, MAX_IN_STATEMENT)
    const found = new Map(rows.map((row) => [row.id, row.text]))
    const last = rows.at(-1)?.id ?? Infinity
    for (const id of ids) {
      if (id > last) break
      texts.get(id)?.resolve(found.get(id) ?? null)
      texts.delete(id)
    }
  }
}
