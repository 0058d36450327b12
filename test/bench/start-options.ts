import { readFileSync } from 'node:fs'

/** The options that `npm start` passes to Node. */
export function startOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((part) => part.startsWith('--'))
}
