import { ROOT } from '../support/contract/source-files.ts'
import type { BenchOrganization } from './bench-organization.ts'
import { PUBLIC_URL, type Bench } from './bench.ts'
import { startServer, type ServerProcess } from './server-process.ts'

/** Connections of each server to PostgreSQL. */
const POOL_SIZE = '10'

/** Starts the server that the service is measured against, for the posts of an organization. */
export function startLimit(
  { url }: Bench,
  { id, slug }: Pick<BenchOrganization, 'id' | 'slug'>,
): Promise<ServerProcess> {
  return startServer(`${ROOT}test/bench/peers/limit-server.ts`, {
    DATABASE_URL: url,
    ORGANIZATION_ID: String(id),
    PORTAL_URL: `${PUBLIC_URL}/@${slug}`,
    POOL_SIZE,
  })
}
