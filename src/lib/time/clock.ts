let source: (() => Date) | null = null

/** The present moment. Everything that depends on time asks here, so that a test can decide what time it is. */
export function now(): Date {
  return source ? new Date(source()) : new Date()
}

/** Replaces the clock of this process by `fn`, or restores the machine's with `null`. For tests. */
export function setClock(fn: (() => Date) | null): void {
  source = fn
}
