import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { storeOldAddresses } from '../../modules/posts/old-addresses/store-old-addresses.ts'
import type { AddressRecord, ReferenceRecord } from '../own-records.ts'
import { refKey } from './hashes.ts'
import { KINDS, type Kind } from './plan.ts'
import { findIds } from './refs.ts'
import { lose, type Step } from './step.ts'

const kindOf = (text: string): Kind | undefined => KINDS.find((kind) => kind === text)

/** Ids of the objects of an export by kind and id there. */
async function idsOf(step: Step, records: readonly { kind: string; local: string }[]) {
  const ids = new Map<string, number>()
  for (const kind of new Set(records.flatMap((record) => kindOf(record.kind) ?? []))) {
    const locals = records.filter((record) => record.kind === kind).map(({ local }) => local)
    for (const [local, id] of await findIds(step, kind, locals)) ids.set(`${kind} ${local}`, id)
  }
  return ids
}

/** Takes over the references of an export to earlier sources, so that a second run of those finds its objects. */
export async function applyReferences(step: Step, records: readonly ReferenceRecord[]): Promise<void> {
  const { db, session, tally } = step
  const ids = await idsOf(step, records)
  const rows = records.flatMap(({ sourceName, kind, id, local }) => {
    const localId = ids.get(`${kind} ${local}`)
    return localId === undefined ? [] : [{ sourceName, kind, externalId: refKey(id), localId }]
  })
  if (rows.length < records.length)
    lose(tally, {
      what: 'references to earlier sources',
      count: records.length - rows.length,
      reason: 'Their object does not exist.',
    })
  if (step.writes && rows.length > 0)
    await sql`insert into external_refs (organization_id, source_name, kind, external_id, local_id, run_id, created, hash)
      select ${session.organizationId}::int, r."sourceName", r.kind, r."externalId", r."localId", ${session.runId}::int, false, ''
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r("sourceName" text, kind text, "externalId" text, "localId" int)
      on conflict (organization_id, source_name, kind, external_id) do nothing`.execute(db)
}

/** Takes over the old addresses of an export. */
export async function applyAddresses(step: Step, records: readonly AddressRecord[]): Promise<void> {
  const { session, tally } = step
  const ids = await idsOf(step, records)
  const addresses = records.flatMap(({ path, kind, local }) => {
    const localId = ids.get(`${kind} ${local}`)
    return (kind === 'post' || kind === 'changelog') && localId !== undefined
      ? [{ path, kind, localId, runId: session.runId } as const]
      : []
  })
  if (addresses.length < records.length)
    lose(tally, {
      what: 'old addresses of the export',
      count: records.length - addresses.length,
      reason: 'Their object does not exist.',
    })
  if (step.writes) await storeOldAddresses(step.db as Transaction, session.organizationId, addresses)
}
