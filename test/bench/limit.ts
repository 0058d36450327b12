import { ROOT } from '../support/contract/source-files.ts'
import { PUBLIC_URL, type Bench } from './bench.ts'
import { startServer, type ServerProcess } from './server-process.ts'

/** Connections of each server to PostgreSQL. */
const POOL_SIZE = '10'

/** Starts the server that the service is measured against, for the posts of an organization. */
export function startLimit({ url }: Bench, organizationId: number): Promise<ServerProcess> {
  return startServer(`${ROOT}test/bench/peers/limit-server.ts`, {
    DATABASE_URL: url,
    ORGANIZATION_ID: String(organizationId),
    PUBLIC_URL,
    POOL_SIZE,
  })
}
