import type { Counts } from './plan.ts'

/** Adds numbers of records to others, which are changed and returned. */
export function addCounts(to: Counts, added: Record<string, Partial<Record<string, number>>>): Counts {
  const all: Record<string, Record<string, number>> = to
  for (const [kind, outcomes] of Object.entries(added)) {
    const ofKind = (all[kind] ??= {})
    for (const [outcome, by = 0] of Object.entries(outcomes))
      if (by !== 0) ofKind[outcome] = (ofKind[outcome] ?? 0) + by
  }
  return to
}
