import { spawnSync } from 'node:child_process'

/** Environment in which programs of the system are found, also those of administrators. */
export const SYSTEM = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Whether a program of a system package can be run. With `CI` set a missing one fails its tests. */
export function isInstalled(program: string, argument = '-v'): boolean {
  if (process.env.CI !== undefined) return true
  const found = spawnSync(program, [argument], { env: SYSTEM }).status === 0
  if (!found) process.stderr.write(`${program} is not installed: its tests are skipped\n`)
  return found
}
