import { openDatabase } from '../../../src/db/database.ts'
import { contradictions } from '../../support/contract/consistency.ts'
import type { Ledger } from '../ledger.ts'

/** Rules about the order of timestamps, which a process with a wrong clock may violate. */
const OF_TIME = [/before/i, /^lostReplies$/, /^wrongAuthors$/]

/** Checks that the stored rows are consistent: counts with rows, posts with their votes and subscribers. */
export async function checkConsistency(url: string, ledger: Ledger): Promise<void> {
  const database = await openDatabase({ url, max: 1 })
  try {
    for (const [rule, count] of Object.entries(await contradictions(database.kysely)))
      if (count > 0 && !OF_TIME.some((names) => names.test(rule)))
        ledger.breach('inconsistent', `${rule}: ${count} rows`)
  } finally {
    await database.close()
  }
}
