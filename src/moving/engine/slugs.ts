import { sql } from 'kysely'
import { numberedSlug, slugify } from '../../lib/text/slug.ts'
import type { Step } from './step.ts'

type Slugged = 'posts' | 'buckets' | 'roadmaps' | 'changelogs' | 'statuses'
type NewSlug = { wanted?: string | undefined; title: string }

/** Numbers of the candidates that a statement checks for each row. The first is free for most, and each is locked. */
const FIRST = [1]
const SECOND = [2, 3, 4, 5, 6, 7, 8]
const PROBES = 8
const FORM = /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u
const MAX_SLUG = 80

/**
 * Returns free slugs of new rows: that of the source if it has our form, else one of the title, else the next number.
 * Takes the locks of `uniqueSlug` for all of them in one statement, in sorted order, so that an insertion elsewhere
 * waits. `taken` are slugs that are used beside those of the database. In a plan nothing is locked.
 */
export async function freeSlugs(
  step: Step,
  table: Slugged,
  rows: readonly NewSlug[],
  taken: Set<string> = new Set(),
): Promise<string[]> {
  const bases = rows.map(({ wanted, title }) =>
    wanted !== undefined && isSlug(wanted) ? wanted : slugify(title),
  )
  if (!step.writes) return bases
  const chosen: (string | undefined)[] = bases.map(() => undefined)
  for (let round = 0; chosen.includes(undefined); round++) {
    const numbers = numbersOf(round)
    const open = bases.flatMap((base, index) => (chosen[index] === undefined ? [base] : []))
    const candidates = [...new Set(open)].flatMap((base) =>
      numbers.map((number) => numberedSlug(base, number)),
    )
    const used = await lockAndRead(step, table, candidates)
    for (const slug of used) taken.add(slug)
    for (const [index, base] of bases.entries()) {
      if (chosen[index] !== undefined) continue
      const found = numbers.map((number) => numberedSlug(base, number)).find((slug) => !taken.has(slug))
      if (found === undefined) continue
      chosen[index] = found
      taken.add(found)
    }
  }
  return chosen.flatMap((slug) => slug ?? [])
}

/** Numbers of a round: 1, 2 to 8, 9 to 16, 36 to 43, and so on. */
function numbersOf(round: number): number[] {
  if (round === 0) return FIRST
  if (round === 1) return SECOND
  return Array.from({ length: PROBES }, (_, index) => 9 * 4 ** (round - 2) + index)
}

/** Whether a text has the form of a slug. */
export const isSlug = (slug: string) =>
  slug.length <= MAX_SLUG && slug === slug.toLowerCase() && FORM.test(slug)

/** Waits for transactions that need the same slugs. Returns those that are used. */
async function lockAndRead(
  { db, session }: Step,
  table: Slugged,
  candidates: readonly string[],
): Promise<string[]> {
  const keys = candidates.map((slug) => `${table}/${session.organizationId}/${slug}`)
  await sql`select pg_advisory_xact_lock(hash) from (
    select distinct hashtextextended(key, 0) as hash from unnest(${keys}::text[]) key order by 1) locks`.execute(
    db,
  )
  const { rows } = await sql<{ slug: string }>`select slug from ${sql.table(table)}
    where organization_id = ${session.organizationId} and slug = any(${candidates}::text[])`.execute(db)
  return rows.map(({ slug }) => slug)
}
