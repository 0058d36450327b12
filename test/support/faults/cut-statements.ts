import type { Cut, DatabaseProxy } from './database-proxy.ts'

/** A position in a flow where a connection can be lost: a statement and the number of its occurrence. */
type StatementAt = { statement: string; occurrence: number }

/** Statements that processes send at any time, independently of the flow. */
const ANY_TIME = /^(select 1$|listen )/i

/**
 * Runs a flow and returns its statements in the order of their first occurrence, each with at most `most` occurrences.
 */
export async function pointsOf(
  proxy: DatabaseProxy,
  flow: () => Promise<void>,
  most = 1,
): Promise<StatementAt[]> {
  const points: StatementAt[] = []
  const counts = new Map<string, number>()
  proxy.decide((statement) => {
    const occurrence = (counts.get(statement) ?? 0) + 1
    counts.set(statement, occurrence)
    if (occurrence <= most && !ANY_TIME.test(statement)) points.push({ statement, occurrence })
    return null
  })
  await flow()
  proxy.decide(null)
  return points
}

/**
 * Cuts the connection once, at a position in the statements that follow. Returns a function that tests
 * whether the cut was made.
 */
export function cutOnce(proxy: DatabaseProxy, point: StatementAt, cut: Cut): () => boolean {
  let count = 0
  let isDone = false
  proxy.decide((statement) => {
    if (isDone || statement !== point.statement || ++count < point.occurrence) return null
    isDone = true
    return cut
  })
  return () => isDone
}

/** A statement as the title of a test shows it. */
export const shortOf = ({ statement, occurrence }: StatementAt) =>
  `${statement.replace(/\s+/g, ' ').slice(0, 60)} (${occurrence})`

export const CUTS: readonly Cut[] = ['before', 'after']
