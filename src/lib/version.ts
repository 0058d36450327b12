import { readFileSync } from 'node:fs'

/** Version of this release, as in `package.json`. */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }
