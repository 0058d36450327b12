import { createHash } from 'node:crypto'
import type { Transaction } from '../../db/database.ts'
import { eventIdOf } from '../../events/cursor.ts'
import { VERSION } from '../../lib/version.ts'
import { exportId } from './columns.ts'
import type { ExportOptions } from './options.ts'
import type { Exported } from './write-export.ts'
import type { FileEntry } from './zip-writer.ts'

/**
 * Returns the manifest of an export in our own format. `event` is the last event of the snapshot. Later events can
 * be about changes that the snapshot contains already.
 */
export async function manifestOf(
  tx: Transaction,
  organization: Exported,
  options: ExportOptions,
  files: Readonly<Record<string, FileEntry>>,
): Promise<string> {
  const { id, slug, name, at } = organization
  const last = await tx
    .selectFrom('eventOrder')
    .select(['number as position', 'eventId as id'])
    .where('organizationId', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const manifest = {
    format: 'echolog/1',
    version: VERSION,
    exportedAt: at.toISOString(),
    installation: installationOf(organization),
    organization: { id: exportId('Organization', id), slug, name },
    event: last ? eventIdOf({ position: Number(last.position), id: Number(last.id) }) : null,
    options,
    files,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * Identifies where an organization was created. A move of the database, of its address or of its keys keeps it, and two
 * installations practically never have the same.
 */
const installationOf = ({ id, createdAt }: Exported): string =>
  createHash('sha256').update(`${id}/${createdAt.toISOString()}`).digest('hex').slice(0, 16)
