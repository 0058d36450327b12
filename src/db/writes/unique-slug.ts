import { sql } from 'kysely'
import { numberedSlug, slugify } from '../../lib/text/slug.ts'
import type { Transaction } from '../database.ts'

type Slugged = 'posts' | 'buckets' | 'roadmaps' | 'changelogs' | 'statuses'
/** Number of candidates that one query checks. */
const PROBES = 20

/**
 * Returns a slug made from `title` that no row of the organization has in `table`: `x`, else `x-2`, `x-3` and
 * so on. Other transactions that need the same slug wait until this one ends. This includes other titles with
 * the same result, such as "x 2" for `x-2`.
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
    // The former holder of the lock has committed and may have used the slug.
    const free = await firstFree(tx, table, organizationId, base)
    if (free === slug) return slug
    slug = free
  }
}

async function lockSlug(tx: Transaction, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/**
 * Returns a candidate whose number is free and whose predecessor is taken. With few taken numbers it is the
 * lowest free one. Otherwise it is found by probing exponentially growing numbers, then narrowing the range,
 * at nearly constant cost.
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
