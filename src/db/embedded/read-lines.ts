import { readFileSync } from 'node:fs'

/** Returns the lines of a file. Empty for a file that cannot be read. */
export function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
