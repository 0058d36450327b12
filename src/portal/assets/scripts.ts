import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compressed, type Compressed } from '../../lib/http/compressed.ts'

/** Directory in which the installation builds the scripts of the portal. */
const BUILT = new URL('../../../.console/portal/', import.meta.url)

/** A built script. */
type Script = Compressed & { version: string }

/** Names of the scripts: of the pages, of the widget's page, and the loader of the widget. */
type ScriptName = 'portal.js' | 'widget.js' | 'widget-page.js'

const stored = new Map<ScriptName, Script>()

/** Returns a built script, which is read once. Null before the build: the pages work without it. */
export function scriptOf(name: ScriptName): Script | null {
  const found = stored.get(name)
  if (found) return found
  const text = read(name)
  if (text === null) return null
  const version = hash('sha256', text, 'base64url').slice(0, 12)
  const script = { ...compressed(text), version }
  stored.set(name, script)
  return script
}

/** Returns a value that differs for another script. Null before the build. */
export const scriptVersion = (name: ScriptName): string | null => scriptOf(name)?.version ?? null

function read(name: ScriptName): Buffer | null {
  try {
    return readFileSync(new URL(name, BUILT))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
