import { soakDashboard } from './dashboard.ts'
import { readOptions } from './options.ts'
import { soak } from './soak.ts'

const options = readOptions(process.argv.slice(2))
const hasHeld = await (options.dashboard ? soakDashboard(options) : soak(options))
// Interrupted work may still wait for something.
process.exit(hasHeld ? 0 : 1)
