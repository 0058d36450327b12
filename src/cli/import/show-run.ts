import { graphql } from 'graphql'
import { ANONYMOUS } from '../../auth/caller.ts'
import { createContext } from '../../graphql/context.ts'
import { createLogger } from '../../lib/log/logger.ts'
import { schema } from '../../schema.ts'
import { closeRealtime, createServices, openRealtime } from '../../server/lifecycle/services.ts'
import { createMetrics } from '../../server/metrics/metrics.ts'
import type { Tools } from '../run.ts'

const FIELDS = `
  id databaseId source sourceName state reason fileName
  options { mapStatus { from to } mapBoard { from to } mapTag { from to } bucket team columns { field heading }
    timezone dateOrder encoding maxEntries notes keepStatuses fetchAssets emit overwrite recreate yes }
  planned { kind created updated unchanged kept skipped failed }
  counts { kind created updated unchanged kept skipped failed }
  countedVotes people { withEmail withoutEmail byName present erased }
  values { field value count becomes needsDecision option }
  decisions { option reason } columns { field heading }
  losses { what count reason } duplicatesCount secondsPlanned errorsCount
  errors(first: 100) { nodes { file row kind externalId problems { field value reason } } }
  remaining(first: 100) { totalCount nodes { kind nodeId name reason fields } }
  samples { title status bucket tags createdAt
    after { title descriptionHtml status bucket tags createdAt } }
  createdAt plannedAt startedAt finishedAt undoUntil`

type Values = { status: string | null; bucket: string | null; tags: string[]; createdAt: string | null }

/** An import as the schema shows it to an admin. */
export type ShownImport = {
  id: string
  source: string
  sourceName: string | null
  fileName: string | null
  state: string
  reason: string | null
  planned: object[]
  countedVotes: number
  people: Record<string, number> | null
  values: { field: string; value: string; count: number; becomes: string | null; needsDecision: boolean }[]
  decisions: { option: string; reason: string }[]
  columns: { field: string; heading: string }[] | null
  losses: { what: string; count: number | null; reason: string }[]
  errorsCount: number
  errors: {
    nodes: {
      file: string | null
      row: number | null
      externalId: string | null
      problems: { field: string; value: string; reason: string }[]
    }[]
  }
  samples: (Values & { title: string; after: Values & { title: string; descriptionHtml: string } })[]
  secondsPlanned: number | null
  remaining: { totalCount: number }
}

/** Returns an import as the schema shows it. @throws Error if there is none */
export async function showRun(
  tools: Tools,
  organizationId: number,
  databaseId: number,
): Promise<ShownImport> {
  const document = `query ($databaseId: Int!) { importRun(by: { databaseId: $databaseId }) {${FIELDS} } }`
  const { importRun } = await query<{ importRun: ShownImport | null }>(tools, organizationId, document, {
    databaseId,
  })
  if (!importRun) throw new Error('Import not found')
  return importRun
}

/** Returns the newest imports of an organization as the schema shows them. */
export async function showRuns(tools: Tools, organizationId: number): Promise<object> {
  const document = `{ importRuns(first: 100) { nodes {
    id source sourceName state errorsCount createdAt finishedAt } } }`
  const { importRuns } = await query<{ importRuns: { nodes: object[] } }>(tools, organizationId, document)
  return { importRuns: importRuns.nodes }
}

/** Runs an operation as an admin of an organization. @throws Error of the operation */
async function query<Data>(
  { config, database, secretKey, issuer }: Tools,
  organizationId: number,
  source: string,
  variableValues: Record<string, unknown> = {},
): Promise<Data> {
  const log = createLogger('silent')
  const metrics = createMetrics()
  const live = openRealtime(database, log, metrics)
  try {
    const site = { publicUrl: issuer, pinned: config.publicUrl !== null }
    const services = createServices({ database, secretKey, site, live, metrics }, config)
    const admin = { authority: 'person', organizationId, role: 'admin', authenticated: true } as const
    const contextValue = createContext(
      services,
      { ...ANONYMOUS, ...admin },
      { requestId: 'command', address: '' },
    )
    const { data, errors } = await graphql({ schema, source, variableValues, contextValue })
    if (errors?.[0]) throw errors[0]
    return data as Data
  } finally {
    await closeRealtime(live)
  }
}
