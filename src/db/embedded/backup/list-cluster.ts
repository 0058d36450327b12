import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * Directories whose content a server makes again (PostgreSQL, chapter 25.3). Segments of the log are copied later.
 */
const EMPTY = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
/** Files that belong to a running server or to another backup, and temporary tables and files. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|recovery\.signal|standby\.signal|current_logfiles|postgresql\.auto\.conf\.tmp|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/
const CONTROL = join('global', 'pg_control')

type Listing = {
  /** Parents first, with `/` between names. */
  directories: string[]
  files: string[]
}

/** Lists what a backup of a cluster contains, except `global/pg_control` and the segments of the log. */
export async function listCluster(cluster: string): Promise<Listing> {
  const found: Listing = { directories: ['.'], files: [] }
  await listInto(found, cluster, '')
  found.directories.push('pg_wal/archive_status', 'pg_wal/summaries')
  return found
}

/** Returns the size of the files that `listCluster` lists, in bytes. */
export async function bytesOf(cluster: string): Promise<number> {
  let bytes = 0
  for (const name of (await listCluster(cluster)).files)
    bytes += await stat(join(cluster, name)).then(
      ({ size }) => size,
      () => 0,
    )
  return bytes
}

async function listInto(found: Listing, cluster: string, name: string): Promise<void> {
  for (const entry of await entriesOf(join(cluster, name))) {
    const path = name === '' ? entry.name : join(name, entry.name)
    if (LEFT_OUT.test(entry.name) || path === CONTROL) continue
    const portable = path.replaceAll(sep, '/')
    if (entry.isFile()) found.files.push(portable)
    if (entry.isSymbolicLink() && path !== 'pg_wal')
      throw new Error(`${path} of the database is a symbolic link, which a backup does not follow.`)
    if (!entry.isDirectory()) continue
    found.directories.push(portable)
    if (!EMPTY.has(path)) await listInto(found, cluster, path)
  }
}

/** Returns the entries of a directory. One that was just dropped has none. */
async function entriesOf(path: string) {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
