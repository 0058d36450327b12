/** The parameters of a statement that is written as text, in the order of their names, `$1` first. */
export class Parameters {
  readonly #values: unknown[]

  constructor(...values: unknown[]) {
    this.#values = values
  }

  /** Appends a value. Returns its name in the text, such as `$2`. */
  add(value: unknown): string {
    return `$${this.#values.push(value)}`
  }

  /** The name that the next value gets. */
  get next(): string {
    return `$${this.#values.length + 1}`
  }

  /** The name of the last value. */
  get last(): string {
    return `$${this.#values.length}`
  }

  /** The values that were appended so far. */
  get values(): unknown[] {
    return [...this.#values]
  }
}
