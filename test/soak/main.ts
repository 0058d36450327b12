import { readOptions } from './options.ts'
import { soak } from './soak.ts'

const hasHeld = await soak(readOptions(process.argv.slice(2)))
// Interrupted work may still wait for something.
process.exit(hasHeld ? 0 : 1)
