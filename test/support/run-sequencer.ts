import { Notifications } from '../../src/db/history/notifications.ts'
import { openDatabase } from '../../src/db/database.ts'
import { Sequencer } from '../../src/events/sequencer.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { numberEvents } from '../../src/modules/events/number-events.ts'

// A process that numbers events of the database at DATABASE_URL and does nothing else, until it is killed.
const { pool, kysely } = await openDatabase({ url: process.env.DATABASE_URL ?? '', max: 4 })
const log = createLogger('silent')
new Sequencer({
  db: kysely,
  notifications: new Notifications(pool, { log }),
  log,
  number: (organizationId, step) => numberEvents(kysely, organizationId, step),
  onQueued: () => {},
})
process.stdout.write('worker started\n')
