import { optionsOrExit } from '../support/command-options.ts'
import { soakDashboard } from './dashboard.ts'
import { HELP, readOptions } from './options.ts'
import { soak } from './soak.ts'

const options = optionsOrExit(HELP, readOptions)
const hasHeld = await (options.dashboard ? soakDashboard(options) : soak(options))
// Interrupted work may still wait for something.
process.exit(hasHeld ? 0 : 1)
