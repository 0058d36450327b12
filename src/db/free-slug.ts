import { sql } from 'kysely'
import { nextSlug, slugify } from '../lib/slug.ts'
import type { Transaction } from './database.ts'

type Slugged = 'posts' | 'buckets' | 'roadmaps' | 'changelogs' | 'statuses'
const FIRST_RUN = 20

/**
 * A slug made from a title that no row of the organization's table has: `x`, else `x-2`, `x-3` …
 * Others who want the same slug wait until this transaction ends, so that what it takes stays free for it,
 * whatever title they made it from: `x-2` also comes of the title "x 2".
 */
export async function freeSlug(
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

async function firstFree(
  tx: Transaction,
  table: Slugged,
  organizationId: number,
  base: string,
): Promise<string> {
  for (let run = FIRST_RUN; ; run *= 2) {
    const candidates = [base, ...Array.from({ length: run }, (_, index) => `${base}-${index + 2}`)]
    const taken = await tx
      .selectFrom(table)
      .select('slug')
      .where('organizationId', '=', organizationId)
      .where(sql<boolean>`slug = any(${candidates}::text[])`)
      .execute()
    if (taken.length < candidates.length)
      return nextSlug(
        base,
        taken.map(({ slug }) => slug),
      )
  }
}
