import type { Target } from './target.ts'

/** A guarantee of the contract, as a program. */
export type Check = {
  /** The guarantee, as a sentence. */
  name: string
  /** Without one of these the check is skipped. A route is needed in the document. */
  needs?: readonly Need[]
  /** @throws Difference where the server differs, Skip where the check cannot be made */
  run: (target: Target) => Promise<void>
}

export type Need = 'write' | 'session' | 'client' | 'token' | 'receiver' | Route

/** A method with the path of the document, such as `GET /api/v3/tags/{id}`. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

export type Chapter = {
  /** Name for `--only`. */
  name: string
  /** Section of docs/contract.md. */
  section: string
  checks: (target: Target) => readonly Check[]
}

/** The reason why a check cannot be made. */
export class Skip extends Error {}

/** The differences that a check has found. */
export class Difference extends Error {
  readonly differences: readonly string[]

  constructor(...differences: string[]) {
    super(differences.join('; '))
    this.differences = differences
  }
}

/** Skips the check unless the condition holds. */
export function skipUnless(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Skip(reason)
}

/** Reports a difference unless the condition holds. */
export function assertThat(holds: boolean, difference: string): asserts holds {
  if (!holds) throw new Difference(difference)
}

/** Reports a difference unless two values have the same JSON. */
export function assertSame(about: string, actual: unknown, expected: unknown): void {
  const [one, other] = [formatValue(actual), formatValue(expected)]
  assertThat(one === other, `${about}: expected ${other}, got ${one}`)
}

/** Makes a check for each item, and reports the differences of all of them together. */
export async function forEach<Item>(
  items: Iterable<Item>,
  check: (item: Item) => Promise<void>,
): Promise<void> {
  const found: string[] = []
  for (const item of items)
    try {
      await check(item)
    } catch (error) {
      if (!(error instanceof Difference)) throw error
      found.push(...error.differences)
    }
  if (found.length > 0) throw new Difference(...found)
}

/** A value as JSON of at most 300 characters. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
