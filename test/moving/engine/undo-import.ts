import { toNodeId } from '../../../src/graphql/schema/node/prefixes.ts'
import { undoRun } from '../../../src/moving/engine/undo/undo-run.ts'
import type { TestApp } from '../../support/app.ts'
import { run } from '../../support/clients/operations.ts'
import type { Headers, Tenant } from '../../support/fixtures/scenario.ts'

type Key = { id: number }

const UNDO = `mutation ($id: ID!) { undoImport(input: { id: $id }) { importRun { state } } }`
const REMAINING = `query ($id: ID!) { importRun(by: { id: $id }) { state
  remaining(first: 50) { totalCount nodes { kind nodeId name reason fields } } } }`

/** Starts the undo of an import. Returns its state. */
export const startUndo = async (app: TestApp, headers: Headers, { id }: Key): Promise<string> =>
  (await run(app, headers, UNDO, { id: toNodeId('ImportRun', id) })).undoImport.importRun.state

/** Returns the state of an import, and what its undo has left. */
const undoneOf = async (app: TestApp, { admin }: Tenant, { id }: Key) =>
  (await run(app, admin.session, REMAINING, { id: toNodeId('ImportRun', id) })).importRun

/** Undoes an import to its end. Returns its state, and what stays. */
export async function undoImport(app: TestApp, tenant: Tenant, { id }: Key, batchSize?: number) {
  await startUndo(app, tenant.admin.session, { id })
  const key = { organizationId: tenant.organization.id, id }
  await undoRun({ db: app.database.kysely }, key, { batchSize })
  return undoneOf(app, tenant, { id })
}
