import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/contract/source-files.ts'

type Script = 'start' | 'cli'

/** The options that an npm script of a version passes to Node. */
export const startOptions = (root = ROOT, script: Script = 'start'): string[] =>
  partsOf(root, script).filter((part) => part.startsWith('--'))

/** The variables that an npm script of a version sets for Node. */
export const startVariables = (root = ROOT, script: Script = 'start'): Record<string, string> =>
  Object.fromEntries(
    partsOf(root, script)
      .filter((part) => /^\w+=/.test(part))
      .map((part) => part.split('=', 2) as [string, string]),
  )

function partsOf(root: string, script: Script): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<Script, string>
  }
  return scripts[script].split(' ')
}
