import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { invalidParam, notFound } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import type { SourceKind } from '../reader.ts'
import type { RunKey } from './context.ts'
import type { RunOptions } from './options.ts'

type NewRun = {
  organizationId: number
  source: SourceKind
  /** File that was sent, or undefined for an API. */
  file?: { name: string; bytes: number; sha256: string } | undefined
  options: RunOptions
  /** User who starts it. Null: the operator, in the name of the oldest admin. */
  startedBy: number | null
}

/**
 * Creates a run in the state `planning`. Pictures and roadmaps of the run are those of the person who starts it.
 * @throws AppError NOT_FOUND if the organization has no admin; INVALID_PARAM for an invalid address in `team`
 */
export async function createRun(db: Db, run: NewRun): Promise<RunKey> {
  const { organizationId, source, file, startedBy } = run
  const team = run.options.team?.map((email) => normalizeEmail(email) ?? invalid('team'))
  const options = { ...run.options, ...(team && { team }) }
  const { rows } = await sql<{ id: number }>`
    insert into import_runs (organization_id, source, state, actor_kind, actor_id, actor_user_id, created_by_id,
      options, source_name, file_name, file_bytes, file_sha256)
    select ${organizationId}::int, ${source}, 'planning', ${startedBy === null ? 'system' : 'user'}, ${startedBy}::int,
      ${startedBy}::int, u.id, ${JSON.stringify(options)}::jsonb, ${options.sourceName ?? null}, ${file?.name ?? null},
      ${file?.bytes ?? null}::bigint, ${file?.sha256 ?? null}
    from users u where u.organization_id = ${organizationId} and not u.bot
      and case when ${startedBy}::int is null then u.role = 'admin' else u.id = ${startedBy}::int end
    order by u.joined_team_at nulls last, u.id limit 1
    returning id`.execute(db)
  const [created] = rows
  if (!created) throw notFound(startedBy === null ? 'Admin' : 'User')
  return { organizationId, id: created.id }
}

function invalid(field: string): never {
  throw invalidParam(field)
}
