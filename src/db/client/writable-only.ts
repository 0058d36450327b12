import type pg from 'pg'
import { destroyConnection } from '../deadline.ts'
import { isReadOnly, type Lineage } from '../history/lineage.ts'

type Connection = { on(event: 'errorMessage', listener: (error: unknown) => void): void }

/**
 * Keeps a pool's connections on servers that are not read-only. A new connection to a read-only server fails
 * with error 25006. A connection whose statement failed with 25006 is closed at its release, so that the next
 * one may reach the new primary. The check adds one round trip to a new connection, with a deadline of
 * `checkMs`. Rejected connections are destroyed, because a fenced server may never respond to their
 * termination.
 */
export function acceptWritableOnly(pool: pg.Pool, lineage: Lineage, checkMs: number): void {
  const refused = new WeakSet<pg.PoolClient>()
  // pg-pool awaits this check and passes its error to the caller once the connection has ended.
  pool.options.onConnect = (client: pg.ClientBase) =>
    lineage.check(client, checkMs).catch((error: unknown) => {
      destroyConnection(client)
      throw error
    })
  pool.on('connect', (client) => {
    // Receives the errors of all statements, including those of Prisma.
    const { connection } = client as unknown as { connection: Connection }
    connection.on('errorMessage', (error) => isReadOnly(error) && refused.add(client))
  })
  // pg-pool removes a connection that is ending when it is released.
  pool.on('release', (_error, client) => {
    if (!refused.has(client)) return
    void client.end()
    destroyConnection(client)
  })
}
