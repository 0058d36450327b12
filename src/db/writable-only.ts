import type pg from 'pg'
import { destroyConnection } from './deadline.ts'
import { isReadOnly, type Lineage } from './lineage.ts'

type Connection = { on(event: 'errorMessage', listener: (error: unknown) => void): void }

/**
 * Keeps a pool's connections to servers that take writes: a new one is refused with error 25006 where the server does
 * not, and one on which a statement was refused with that error is closed at its release, so that the next one may lead
 * to the new primary. A new connection costs one round trip more, for which its server has `checkMs`, a statement nothing.
 * Refused connections are destroyed, since a fenced server may never answer their end.
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
    // Receives the errors of all statements, those of Prisma included.
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
