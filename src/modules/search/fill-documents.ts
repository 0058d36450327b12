import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { countRevision } from '../../db/history/revisions.ts'
import { inTransaction } from '../../db/transaction.ts'
import {
  storeDocuments,
  TEXT_KINDS,
  type DocumentKind,
  type SearchedRow,
  type TextKind,
} from './store-documents.ts'

/** Number of rows of one transaction. */
const BATCH = 200
/** Number of backfills of which the first one that no other process has locked is continued. */
const CANDIDATES = 20

/** Reads rows of a kind. The texts are as long as a search reads them. */
type Kind = DocumentKind | TextKind

const ROWS: Record<Kind, string> = {
  tag: `select id, name as title, '' as body from tags where true`,
  post: 'select id, title, left(description, 20000) as body from posts where true',
  comment: `select id, '' as title, left(body, 20000) as body from comments where deleted_at is null`,
  changelog: 'select id, title, left(description, 20000) as body from changelogs where true',
  customer: `select id, '' as title, '' as body from users where customer_since is not null`,
}

/**
 * Stores the documents of the next rows that lack them, or that have them in another language, in one
 * transaction. Safe to run in several processes. Returns whether there was work.
 */
export function fillDocuments(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const waiting = await tx
      .selectFrom('documentBackfills')
      .select(['organizationId', 'kind'])
      // By id, so that an organization with many rows does not delay the others.
      .orderBy('afterId')
      .orderBy('organizationId')
      .orderBy('kind')
      .limit(CANDIDATES)
      .execute()
    for (const { organizationId, kind } of waiting) {
      const backfill = await tx
        .selectFrom('documentBackfills')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('kind', '=', kind)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!backfill) continue
      await fillNext(tx, { ...backfill, kind: backfill.kind as Kind })
      return true
    }
    return false
  })
}

type Backfill = { organizationId: number; kind: Kind; afterId: number }

async function fillNext(tx: Transaction, { organizationId, kind, afterId }: Backfill): Promise<void> {
  // Locked rows cannot get another text before their document is stored.
  const { rows } = await sql<SearchedRow & { id: number }>`${sql.raw(ROWS[kind])}
    and organization_id = ${organizationId} and id > ${afterId} order by id limit ${sql.lit(BATCH)}
    for no key update`.execute(tx)
  if (rows.length > 0) {
    if (kind === 'customer') await storeCustomers(tx, organizationId, rows)
    else await storeDocuments(tx, kind, organizationId, rows)
    // Stored responses of searches are stale. No trigger counts changes of documents.
    await countRevision(tx, organizationId)
  }
  if (rows.length < BATCH) {
    await sql`delete from document_backfills
      where organization_id = ${organizationId} and kind = ${kind}`.execute(tx)
    if (kind === 'tag') await requestDocuments(tx, organizationId, ['post'])
  } else
    await sql`update document_backfills set after_id = ${rows.at(-1)?.id}
      where organization_id = ${organizationId} and kind = ${kind}`.execute(tx)
}

async function storeCustomers(tx: Transaction, organizationId: number, rows: { id: number }[]) {
  const ids = rows.map(({ id }) => id)
  await sql`insert into customer_documents (organization_id, id, document)
    select organization_id, id, customer_document(name, email) from users
    where organization_id = ${organizationId} and id = any(${ids}::int[])
    on conflict (organization_id, id) do update set document = excluded.document`.execute(tx)
}

/**
 * Requires new documents of all texts of an organization, or of some kinds, for example after a change of its language.
 * Those of posts follow those of tags.
 */
export async function requestDocuments(
  tx: Transaction,
  organizationId: number,
  kinds: readonly TextKind[] = TEXT_KINDS,
): Promise<void> {
  await sql`insert into document_backfills (organization_id, kind)
    select ${organizationId}, kind from unnest(${kinds}::text[]) as kinds (kind)
    on conflict (organization_id, kind) do update set after_id = 0`.execute(tx)
}
