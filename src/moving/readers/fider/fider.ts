import type { Reader } from '../../reader.ts'
import { SourceFault } from '../../source-fault.ts'
import { findFile, type SourceFiles } from '../../sources/source-files.ts'
import { jsonRows } from '../../sources/answers.ts'
import { inPhases } from '../../lists.ts'
import { backupLists } from './backup.ts'
import { csvLists, openPostsCsv } from './posts-csv.ts'

/** Reads Fider's backup, as a zip archive or unpacked, and its `posts.csv`. */
export const fiderReader: Reader = {
  source: 'fider',
  inspect: async (files, options = {}) => {
    if (!isBackup(files)) {
      await openPostsCsv(files, options)
      return { sourceName: 'fider:csv', format: 'posts.csv', decisions: [], losses: [] }
    }
    return { sourceName: await sourceNameOf(files), format: 'backup', decisions: [], losses: [] }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(
      isBackup(files) ? await backupLists(files, options) : csvLists(await openPostsCsv(files, options)),
      options,
    )
  },
}

const isBackup = (files: SourceFiles) => findFile(files, 'tenants.json') !== null

async function sourceNameOf(files: SourceFiles): Promise<string> {
  for (const name of ['users.json', 'posts.json', 'tags.json'])
    if (!findFile(files, name)) throw new SourceFault(`The backup has no file "${name}".`)
  const file = findFile(files, 'tenants.json') ?? ''
  for await (const row of jsonRows(files, file)) {
    const host = row.word('cname') ?? row.word('subdomain') ?? 'default'
    return `fider:${host}:${row.id()}`
  }
  throw new SourceFault('The backup has no tenant.', { file })
}
