import { sql } from 'kysely'
import { lose, recordKey, type Step } from './step.ts'

const PAGE = 10_000

/**
 * Counts the posts of earlier runs that the source does not contain any more, after all of it is read. They stay here.
 * Those that were deleted here are not counted.
 */
export async function countMissing({
  session,
  memory,
  tally,
}: Pick<Step, 'session' | 'memory' | 'tally'>): Promise<void> {
  const { context, organizationId, sourceName } = session
  let missing = 0
  for (let after = ''; ;) {
    const { rows } = await sql<{ externalId: string }>`select external_id from external_refs
      where organization_id = ${organizationId} and source_name = ${sourceName} and kind = 'post'
        and external_id > ${after} order by external_id limit ${PAGE}`.execute(context.db)
    for (const { externalId } of rows) {
      const key = recordKey('post', externalId)
      // A long external id is stored as its hash.
      if (!externalId.startsWith('sha256:') && !memory.seen.has(key) && !memory.left.has(key)) missing += 1
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    after = last.externalId
  }
  if (missing > 0)
    lose(tally, {
      what: 'posts',
      count: missing,
      reason: 'An earlier import has them, and the source does not. They stay here.',
    })
}
