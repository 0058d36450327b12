import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/contract/source-files.ts'

/** The options that an npm script of a version passes to Node. */
export function startOptions(root = ROOT, script: 'start' | 'cli' = 'start'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<typeof script, string>
  }
  return scripts[script].split(' ').filter((part) => part.startsWith('--'))
}
