import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Generates the types of the models where the generators are installed. An installation for production has none
 * of them and uses the committed files in src/db/generated. Then builds the console into `.console`, and
 * removes the C headers of the package `node`, 67 MB that nothing compiles with, and Prisma's query compilers, 65 MB that
 * no query uses.
 */
const options = { stdio: 'inherit', shell: process.platform === 'win32' }
const run = (program, ...args) => spawnSync(program, args, options).status ?? 1

const installed = ['prisma', 'prisma-kysely'].every((name) => existsSync(`node_modules/${name}`))
const failure = installed ? run('prisma', 'generate', '--config', '.config/prisma.ts') : 0
process.exitCode = failure || run('vite', 'build', '--config', '.config/vite.ts')
const headers = `node_modules/node/node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/include`
rmSync(headers, { recursive: true, force: true })
const compilers = 'node_modules/@prisma/client/runtime'
if (existsSync(compilers))
  for (const name of readdirSync(compilers))
    if (name.startsWith('query_compiler_')) rmSync(join(compilers, name), { force: true })
