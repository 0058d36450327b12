import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Generates the database client where the generators are installed. An installation for production has none
 * of them and uses the files in src/db/generated as they are.
 */
const installed = ['prisma', 'prisma-kysely'].every((name) => existsSync(`node_modules/${name}`))
if (installed) {
  const options = { stdio: 'inherit', shell: process.platform === 'win32' }
  process.exitCode = spawnSync('prisma', ['generate', '--config', '.config/prisma.ts'], options).status ?? 1
}
