import pg from 'pg'
import { assertSettings } from './assert-settings.ts'
import { LINEAGE } from '../history/lineage.ts'

const CONNECT_MS = 10_000
const IDENTITY = `select ${LINEAGE} as lineage, current_database() as name`

/**
 * Checks that `directUrl`, an address without a pooler, is an address of the database of `pool`. Migrations
 * are applied at that address.
 * @throws Error that names DATABASE_DIRECT_URL
 */
export async function assertSameDatabase(pool: pg.Pool, directUrl: string): Promise<void> {
  const direct = new pg.Client({
    connectionString: directUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  direct.on('error', () => {})
  try {
    await direct.connect()
    const [there, here] = await Promise.all([identityOf(direct), identityOf(pool)])
    if (there !== here)
      throw new Error('it is the address of another database than DATABASE_URL, or of a read-only server')
    await assertSettings(direct)
  } catch (error) {
    throw new Error(`DATABASE_DIRECT_URL cannot be used: ${(error as Error).message}`, { cause: error })
  } finally {
    await direct.end().catch(() => {})
  }
}

async function identityOf(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ lineage: string | null; name: string }>(IDENTITY)
  return JSON.stringify(rows[0])
}
