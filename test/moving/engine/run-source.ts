import type { EngineContext, OpenedSource, RunKey } from '../../../src/moving/engine/context.ts'
import { createRun } from '../../../src/moving/engine/create-run.ts'
import type { RunOptions } from '../../../src/moving/engine/options.ts'
import { planRun } from '../../../src/moving/engine/plan-run.ts'
import type { Run } from '../../../src/moving/engine/read-run.ts'
import { runImport, type RunImportOptions } from '../../../src/moving/engine/run-import.ts'
import { startRun } from '../../../src/moving/engine/run-states.ts'
import type { SourceKind } from '../../../src/moving/reader.ts'
import type { SourceFiles } from '../../../src/moving/sources/source-files.ts'
import type { TestApp } from '../../support/app.ts'
import type { Tenant } from '../../support/fixtures/scenario.ts'

/** A source for tests. It is opened twice: for the plan and for the run. */
export type Given = {
  source: SourceKind
  open: () => Promise<SourceFiles>
  votes?: () => Promise<SourceFiles>
  options?: RunOptions
  openPictures?: EngineContext['openPictures']
}

export const contextOf = (app: TestApp): EngineContext => ({
  db: app.database.kysely,
  keyring: app.services.keys.encryption,
  publicUrl: app.url,
  uploadQuota: 100 * 1024 ** 2,
})

const opener =
  ({ open, votes }: Given) =>
  async (): Promise<OpenedSource> => ({
    files: await open(),
    votes: await votes?.(),
  })

/** Creates and plans a run in the name of the admin. */
export async function planSource(app: TestApp, tenant: Tenant, given: Given): Promise<Run> {
  const { organization, admin } = tenant
  const key = await createRun(app.database.kysely, {
    ...{ organizationId: organization.id, source: given.source, startedBy: admin.id },
    options: given.options ?? {},
  })
  return planRun(contextOf(app), key, opener(given))
}

/** Starts a planned run and works on it. */
export async function runPlanned(
  app: TestApp,
  run: RunKey,
  given: Given,
  options: RunImportOptions = {},
): Promise<Run> {
  await startRun(app.database.kysely, run, {})
  const context = { ...contextOf(app), openPictures: given.openPictures }
  return runImport(context, run, opener(given), options)
}

/** Plans a source and imports it. */
export async function importSource(app: TestApp, tenant: Tenant, given: Given): Promise<Run> {
  return runPlanned(app, await planSource(app, tenant, given), given)
}

/** Numbers of rows of an organization. */
export async function rowsOf({ database }: TestApp, { organization, admin }: Tenant) {
  const { rows } = await database.pool.query<Record<string, number>>(
    `select ${Object.entries(NUMBERS)
      .map(([name, query]) => `(${query})::int as "${name}"`)
      .join(', ')}`,
    [organization.id, admin.id],
  )
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, number]) => number !== 0))
}

const NUMBERS = {
  people: 'select count(*) from users where organization_id = $1 and id <> $2',
  blocked: 'select count(*) from users where organization_id = $1 and blocked',
  deleted: 'select count(*) from users where organization_id = $1 and anonymized_at is not null',
  withoutEmail:
    'select count(*) from users where organization_id = $1 and email is null and anonymized_at is null',
  statuses: 'select count(*) - 6 from statuses where organization_id = $1',
  buckets: 'select count(*) - 1 from buckets where organization_id = $1',
  tags: 'select count(*) from tags where organization_id = $1',
  posts: 'select count(*) from posts where organization_id = $1',
  merged: 'select count(*) from posts where organization_id = $1 and merged_into_id is not null',
  pending: `select count(*) from posts where organization_id = $1 and approval_status = 'pending'`,
  hidden: 'select count(*) from posts where organization_id = $1 and hidden',
  pinned: 'select count(*) from posts where organization_id = $1 and pinned',
  votes: 'select count(*) from votes where organization_id = $1',
  counted: 'select coalesce(sum(imported_votes), 0) from posts where organization_id = $1',
  comments: 'select count(*) from comments where organization_id = $1',
  internal: 'select count(*) from comments where organization_id = $1 and internal',
  subscriptions: 'select count(*) from post_subscribers where organization_id = $1',
  roadmaps: 'select count(*) from roadmaps where organization_id = $1',
  roadmapPosts: 'select count(*) from roadmap_posts where organization_id = $1',
  entries: 'select count(*) from changelogs where organization_id = $1',
  labels: 'select count(*) from changelog_labels where organization_id = $1',
  entryPosts: 'select count(*) from changelog_posts where organization_id = $1',
  pictures: 'select count(*) from uploads where organization_id = $1 and attached_at is not null',
  events: 'select count(*) from events where organization_id = $1',
  deliveries: 'select count(*) from deliveries where organization_id = $1',
}
