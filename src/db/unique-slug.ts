import { sql } from 'kysely'
import { numberedSlug, slugify } from '../lib/text/slug.ts'
import type { Transaction } from './database.ts'

type Slugged = 'posts' | 'buckets' | 'roadmaps' | 'changelogs' | 'statuses'
/** How many candidates are looked for at once. */
const PROBES = 20

/**
 * A slug made from a title that no row of the organization's table has: `x`, else `x-2`, `x-3` …
 * Others who want the same slug wait until this transaction ends, so that what it takes stays free for it,
 * whatever title they made it from: `x-2` also comes of the title "x 2".
 */
export async function uniqueSlug(
  tx: Transaction,
  table: Slugged,
  organizationId: number,
  title: string,
): Promise<string> {
  const base = slugify(title)
  for (let slug = base; ;) {
    await lockSlug(tx, `${table}/${organizationId}/${slug}`)
    // Whoever held it before has committed by now, and may have taken it.
    const free = await firstFree(tx, table, organizationId, base)
    if (free === slug) return slug
    slug = free
  }
}

async function lockSlug(tx: Transaction, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/**
 * A number that is free while the one before it is taken: the lowest where few are taken; of thousands one at the end of
 * a run, found in steps that halve again and again, so that the thousandth of a title costs about what the first did.
 */
async function firstFree(
  tx: Transaction,
  table: Slugged,
  organizationId: number,
  base: string,
): Promise<string> {
  const probe = async (counts: number[]) => {
    const taken = await takenOf(
      tx,
      table,
      organizationId,
      counts.map((count) => numberedSlug(base, count)),
    )
    const free = counts.findIndex((count) => !taken.has(numberedSlug(base, count)))
    return { free: counts[free] ?? Infinity, taken: counts[free < 0 ? counts.length - 1 : free - 1] ?? 0 }
  }
  let { free, taken } = await probe(Array.from({ length: PROBES }, (_, index) => index + 1))
  if (free === Infinity) {
    const far = await probe(Array.from({ length: PROBES }, (_, index) => PROBES * 2 ** (index + 1)))
    ;({ free, taken } = { free: far.free, taken: Math.max(taken, far.taken) })
  }
  while (free - taken > 1) {
    const step = Math.max(1, (free - taken) / PROBES)
    const between = Array.from({ length: PROBES }, (_, index) => Math.round(taken + step * (index + 1)))
    const found = await probe([...new Set(between)].filter((count) => count < free))
    free = Math.min(free, found.free)
    taken = Math.max(taken, found.taken)
  }
  return numberedSlug(base, free)
}

async function takenOf(tx: Transaction, table: Slugged, organizationId: number, candidates: string[]) {
  const rows = await tx
    .selectFrom(table)
    .select('slug')
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`slug = any(${candidates}::text[])`)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}
