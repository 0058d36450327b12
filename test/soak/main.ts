import { readOptions } from './options.ts'
import { soak } from './soak.ts'

process.exitCode = (await soak(readOptions(process.argv.slice(2)))) ? 0 : 1
