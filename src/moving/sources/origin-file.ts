import { jsonValues } from './json.ts'
import { findFile, type SourceFiles } from './source-files.ts'

/** Name of the file that a fetcher stores beside its answers: `[{"host":"feedback.acme.com"}]`. */
export const ORIGIN_FILE = 'origin.json'

/** Returns the host from which answers were fetched, or null if they were saved by hand. */
export async function openOrigin(files: SourceFiles): Promise<string | null> {
  const file = findFile(files, ORIGIN_FILE)
  if (file === null) return null
  for await (const value of jsonValues(files, file)) {
    const host = (value as { host?: unknown } | null)?.host
    return typeof host === 'string' ? host : null
  }
  return null
}
