import { setTimeout as sleep } from 'node:timers/promises'
import { SYSTEM } from '../../../src/events/actor.ts'
import { openDatabase, type Database, type Db, type Transaction } from '../../../src/db/database.ts'
import { Notifications } from '../../../src/db/history/notifications.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { Sequencer } from '../../../src/events/sequencer.ts'
import { createLogger } from '../../../src/lib/log/logger.ts'
import { numberEvents } from '../../../src/modules/events/number-events.ts'
import { createPost } from '../../../src/modules/posts/create-post.ts'
import { updatePost } from '../../../src/modules/posts/update-post.ts'
import { freshOrganization, type BenchOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { countCpu } from '../cpu-time.ts'
import { median, spread, table } from '../report.ts'
import { postOf, repeatedly } from '../write-posts.ts'
import { withoutRecording } from '../without-recording.ts'

const MAX_ROUNDS = 6
const [FEW, MANY] = [8, 32]

type Result = { rate: number; cpu: number; process: number; postgres: number }
type Write = (tx: Transaction) => Promise<unknown>

/** Measures what recording adds to a write, and whether concurrent writers block one another. */
export async function measureEventLog(bench: Bench): Promise<string> {
  const { quick, rounds } = bench.options
  const count = quick ? 400 : 3_000
  // Updates are cheaper, and the kernel counts CPU in hundredths of a second.
  const updates = count * 3
  const organization = await freshOrganization(bench, 'event-log')
  const db = bench.database.kysely
  const silent = withoutRecording(db)
  // As many connections as a process of the service has.
  const usual = await openDatabase({ url: bench.url })
  // As in each process of the service, events are numbered where they are recorded.
  const numbering = [sequencerOf(bench.database), sequencerOf(usual)]
  const create: Write = (tx) => createPost(tx, organization.id, postOf(organization.adminId))
  const update = await updater(db, organization)
  await write(bench, { count, writers: MANY, write: create })
  await write(bench, { count: updates, writers: MANY, write: update })
  // PostgreSQL does so by itself within a minute. Until then the planner assumes that a new organization is
  // empty.
  await bench.database.pool.query('analyze')
  const measured = {
    recorded: [] as Result[],
    not: [] as Result[],
    updated: [] as Result[],
    unsaid: [] as Result[],
    few: [] as Result[],
    many: [] as Result[],
  }
  for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round++) {
    measured.recorded.push(await write(bench, { count, writers: MANY, write: create }))
    measured.not.push(await write(bench, { count, writers: MANY, write: create }, silent))
    measured.few.push(await write(bench, { count, writers: FEW, write: create }, usual.kysely))
    measured.many.push(await write(bench, { count, writers: MANY, write: create }, usual.kysely))
    measured.updated.push(await write(bench, { count: updates, writers: MANY, write: update }))
    measured.unsaid.push(await write(bench, { count: updates, writers: MANY, write: update }, silent))
  }
  for (const each of numbering) await each.close()
  await usual.close()
  const row = (name: string, bar: string, all: Result[], share: number[]) => [
    name,
    bar,
    spread(share, 2),
    spread(all.map(({ rate }) => rate)),
    spread(
      all.map(({ process }) => process),
      2,
    ),
    spread(
      all.map(({ postgres }) => postgres),
      2,
    ),
  ]
  const share = (all: Result[], without: Result[]) =>
    all.map(({ cpu }, round) => 1 - (without[round]?.cpu ?? NaN) / cpu)
  const { recorded, not, updated, unsaid, few, many } = measured
  const scale = many.map(({ rate }, round) => rate / (few[round]?.rate ?? NaN))
  return table(
    'The event log in a write',
    `Posts through the verbs, in this process, ${count} (updates: ${updates}) a round by ${MANY} writers. Events are numbered in this process, which the shares include. "Without" is the same verb in a transaction without the inserts into \`events\` and \`event_box\`, the numbering and the notification. It includes the rows that an update selects for its event. In the last row the writers share as many connections as a process of the service has. The share is of the CPU time of this process and PostgreSQL. The median rates differ by ${percent(recorded, not)} % (create) and ${percent(updated, unsaid)} % (update).`,
    ['', 'bar', 'share or ratio', 'writes/s', 'this process, CPU ms per write', 'PostgreSQL'],
    [
      row('create: event log share of a write', '≤ 0.25', recorded, share(recorded, not)),
      row(
        'create without',
        '',
        not,
        not.map(() => 0),
      ),
      row('update: event log share of a write', '≤ 0.25', updated, share(updated, unsaid)),
      row(
        'update without',
        '',
        unsaid,
        unsaid.map(() => 0),
      ),
      row(`throughput of ${MANY} writers to ${FEW}`, '≥ 1', many, scale),
    ],
  )
}

function sequencerOf({ pool, kysely: db }: Pick<Database, 'pool' | 'kysely'>) {
  const log = createLogger('silent')
  const notifications = new Notifications(pool, { log })
  const sequencer = new Sequencer({
    db,
    notifications,
    log,
    number: (organizationId, step) => numberEvents(db, organizationId, step),
    onQueued: () => {},
  })
  return {
    async close() {
      await sequencer.close()
      await notifications.close()
    },
  }
}

const rates = (all: Result[]) => median(all.map(({ rate }) => rate))
const percent = (all: Result[], without: Result[]) => (100 * (1 - rates(all) / rates(without))).toFixed(0)

/** Renames posts in turn, so that writers do not wait for one another's rows. */
async function updater(db: Db, { id, adminId }: BenchOrganization): Promise<Write> {
  const ids: number[] = []
  const create = () => inTransaction(db, (tx) => createPost(tx, id, postOf(adminId)))
  await repeatedly(MANY * 8, MANY, async () => ids.push((await create()).id))
  let turn = 0
  return (tx) =>
    updatePost(tx, id, ids[turn++ % ids.length] ?? 0, { actor: SYSTEM, title: postOf(adminId).title })
}

async function write(
  { database, postmaster }: Bench,
  { count, writers, write }: { count: number; writers: number; write: Write },
  db = database.kysely,
): Promise<Result> {
  const used = countCpu([process.pid], postmaster)
  const started = performance.now()
  await repeatedly(count, writers, () => inTransaction(db, write))
  const seconds = (performance.now() - started) / 1000
  // The CPU includes the numbering of the last events.
  while ((await database.kysely.selectFrom('eventBox').select('eventId').limit(1).execute()).length > 0)
    await sleep(5)
  const { servers, postgres } = used()
  const each = (used: number) => (used * 1000) / count
  return {
    rate: count / seconds,
    cpu: each(servers + postgres),
    process: each(servers),
    postgres: each(postgres),
  }
}
