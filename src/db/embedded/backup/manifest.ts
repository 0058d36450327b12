import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../../lib/files/write-whole.ts'
import type { Sum } from './copy-files.ts'

/** Content of `backup.json`, which a complete backup has. */
export type Manifest = {
  format: 1
  /** Version of Echolog, and that of PostgreSQL, such as `18.4.0`. */
  version: string
  postgres: string
  /** Time of the database at the begin and at the end, in ISO 8601. The backup has the state of the end. */
  startedAt: string
  endedAt: string
  /** Name of the first segment of the log that the backup needs. */
  firstSegment: string
  directories: string[]
  /** Files of the cluster by their path in it, and those of DATA_DIR. */
  cluster: Record<string, Sum>
  files: Record<string, Sum>
}

const NAME = 'backup.json'

/** Writes the manifest of a backup. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeWhole(join(folder, NAME), `${JSON.stringify(manifest)}\n`)
}

/**
 * Reads the manifest of a complete backup.
 * @throws Error when `folder` is another directory, or a newer version has made it
 */
export function readManifest(folder: string): Manifest {
  const path = join(folder, NAME)
  if (!existsSync(path))
    throw new Error(
      `${folder} is no backup: it has no ${NAME}, which \`npm run cli -- backup\` writes at its end`,
    )
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  if (manifest.format !== 1)
    throw new Error(
      `${folder} was made by Echolog ${manifest.version}, a newer version. Restore it with that one.`,
    )
  return manifest
}

/**
 * Compares the sums of copies with those of a manifest.
 * @throws Error that names a file of the backup that is missing or was changed
 */
export function assertSums(folder: string, wanted: Record<string, Sum>, found: Record<string, Sum>): void {
  for (const [name, [bytes, crc]] of Object.entries(wanted)) {
    const sum = found[name]
    if (!sum) throw new Error(`${folder} is damaged: ${name} is missing. Use another backup.`)
    if (sum[0] !== bytes || sum[1] !== crc)
      throw new Error(
        `${folder} is damaged: ${name} differs from the file that was written. Use another backup.`,
      )
  }
}
