import { asBulk } from '../db/deadline.ts'
import type { Db } from '../db/database.ts'
import { closedSlugsOf } from '../modules/organizations/deletion/closed-slug.ts'
import { countOwnedRows } from '../modules/organizations/deletion/count-rows.ts'
import { deleteOrganization } from '../modules/organizations/deletion/delete-organization.ts'
import { findOrganization } from '../modules/organizations/find-organization.ts'
import type { Tools } from './run.ts'

export type DeletionOptions = { org: string; confirm?: string; dryRun?: boolean }

/**
 * Deletes an organization for good, or counts what that would delete. Continues a deletion that was interrupted: then
 * another organization that has taken the slug since remains.
 * @throws AppError NOT_FOUND, Error without the slug in `confirm`
 */
export async function deleteOrganizationOf(
  { database: { kysely: db } }: Pick<Tools, 'database'>,
  { org, confirm, dryRun = false }: DeletionOptions,
): Promise<object> {
  const slug = org.toLowerCase()
  const { id, isContinued } = await find(db, slug)
  if (dryRun) {
    const counts = await asBulk(() => countOwnedRows(db, id))
    const notice = `Nothing was changed. To have a copy first: npm run cli -- export --org ${slug} --out ${slug}.zip`
    return { organization: slug, deleted: false, ...counts, ...(!isContinued && { notice }) }
  }
  if (confirm?.toLowerCase() !== slug)
    throw new Error(
      `This deletes ${slug} for good. Add --confirm ${slug}, or --dry-run to see what it deletes`,
    )
  const rows = await asBulk(() => deleteOrganization(db, id, showProgress()))
  return { organization: slug, id, deleted: true, rows }
}

async function find(db: Db, slug: string): Promise<{ id: number; isContinued: boolean }> {
  const begun = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', 'like', closedSlugsOf(slug.replaceAll(/[%_\\]/g, '')))
    .orderBy('id')
    .executeTakeFirst()
  if (begun) return { ...begun, isContinued: true }
  return { id: (await findOrganization(db, slug)).id, isContinued: false }
}

/** Shows progress on a terminal. Without a terminal it prints nothing. */
function showProgress(): (table: string, rows: number) => void {
  if (!process.stderr.isTTY) return () => {}
  const done = new Map<string, number>()
  return (table, rows) => {
    const sum = (done.get(table) ?? 0) + rows
    process.stderr.write(`${done.has(table) ? '\r' : '\n'}${table}: ${sum} rows deleted`)
    done.set(table, sum)
  }
}
