import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createApiKey } from '../../src/modules/organizations/create-api-key.ts'
import { createOrganization } from '../../src/modules/organizations/create-organization.ts'
import { addTeamMember } from '../../src/modules/teams/add-team-member.ts'
import { seedBulk } from '../../src/seed/bulk.ts'
import { ROOT } from '../support/source-files.ts'

export type BenchDatabase = {
  url: string
  organizationId: number
  /** Of an admin, made for this run. */
  apiKey: string
  version: string
  /** Process id of the server's first process, the parent of all its others. */
  postmaster: number
  stop(): Promise<void>
}

const SLUG = 'bench'

/** A PostgreSQL with an organization of that many posts: in `.bench/` from an earlier run, or made for this one only. */
export async function startBenchDatabase(posts: number, cache: boolean): Promise<BenchDatabase> {
  const dataDir = cache ? `${ROOT}.bench/data-${posts}` : await temporary()
  const server = await startEmbeddedPostgres({ dataDir })
  const stop = async () => {
    await server.stop()
    if (!cache) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate({ url: server.url, migrationsDir: `${ROOT}prisma/migrations` })
    const database = await openDatabase({ url: server.url, max: 4 })
    try {
      return { url: server.url, stop, ...(await fill(database, posts)), ...(await aboutServer(database)) }
    } finally {
      await database.close()
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A directory that PostgreSQL's own user may enter, so that the data stays in it. */
async function temporary(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'echolog-bench-'))
  await chmod(dir, 0o755)
  return dir
}

async function fill(database: Database, posts: number) {
  const { kysely, pool } = database
  const known = await kysely
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', SLUG)
    .executeTakeFirst()
  const organizationId =
    known?.id ??
    (
      await inTransaction(kysely, (tx) =>
        createOrganization(tx, randomBytes(32), { slug: SLUG, name: 'Bench' }),
      )
    ).organization.id
  const admin = await inTransaction(kysely, (tx) =>
    addTeamMember(tx, organizationId, {
      email: `admin-${randomBytes(4).toString('hex')}@bench.example`,
      role: 'admin',
      name: 'Admin',
    }),
  )
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from posts where organization_id = $1',
    [organizationId],
  )
  const lacking = posts - (rows[0]?.count ?? 0)
  if (lacking > 0) {
    await seedBulk(database, { organizationSlug: SLUG, posts: lacking })
    await pool.query('vacuum (analyze)')
  }
  await pool.query('checkpoint')
  const { key } = await createApiKey(kysely, organizationId, { creatorId: admin.id, name: 'bench' })
  return { organizationId, apiKey: key }
}

async function aboutServer({ pool }: Database) {
  const { rows } = await pool.query<{ version: string; pid: number }>(
    `select current_setting('server_version') as version,
       (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int as pid`,
  )
  return { version: rows[0]?.version ?? '', postmaster: rows[0]?.pid ?? 0 }
}
