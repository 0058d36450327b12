import { openDatabase } from '../../../src/db/database.ts'
import { keyringOf } from '../../../src/lib/crypto/encryption.ts'
import { runImport } from '../../../src/moving/engine/run-import.ts'
import { backupOf, type Size } from './generate.ts'

// Works on a run of a generated backup in a process of its own, which a test kills.
const [url = '', organizationId, id, size = '{}', batchSize] = process.argv.slice(2)
const database = await openDatabase({ url, max: 3 })
const open = backupOf(JSON.parse(size) as Size)
const keyring = keyringOf(Buffer.alloc(32))
const context = { db: database.kysely, publicUrl: 'http://echolog.example', uploadQuota: 0, keyring }
const run = await runImport(
  context,
  { organizationId: Number(organizationId), id: Number(id) },
  async () => ({ files: await open() }),
  { owner: 'tested', batchSize: Number(batchSize) },
)
const { maxRSS } = process.resourceUsage()
process.stdout.write(
  JSON.stringify({ state: run.state, reason: run.reason, megabytes: Math.round(maxRSS / 1024) }),
)
await database.close()
