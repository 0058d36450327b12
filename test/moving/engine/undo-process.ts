import { openDatabase } from '../../../src/db/database.ts'
import { undoRun } from '../../../src/moving/engine/undo/undo-run.ts'

// Works on an undo in a process of its own, which a test kills.
const [url = '', organizationId, id, batchSize] = process.argv.slice(2)
const database = await openDatabase({ url, max: 3 })
const key = { organizationId: Number(organizationId), id: Number(id) }
const { state } = await undoRun({ db: database.kysely }, key, {
  owner: 'tested',
  batchSize: Number(batchSize),
})
process.stdout.write(state)
await database.close()
