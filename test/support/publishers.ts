import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { startChangelogPublisher, type ChangelogPublisher } from '../../src/server/jobs/publish-changelogs.ts'

type Publisher = ChangelogPublisher & {
  /** Number of transactions and single statements that it has begun. */
  uses: () => number
}

export type Publishers = {
  /** Everything logged. */
  lines: { level: string; msg: string; changelogId?: number }[]
  /** Starts a publisher with its own connections, as another process would have. */
  start(options?: { intervalMs?: number }): Promise<Publisher>
  /** Stops all publishers. */
  stop(): Promise<void>
}

/** Prepares publishers of scheduled changelogs on a database. */
export function startPublishers(url: string): Publishers {
  const running: ChangelogPublisher[] = []
  const handles: Database[] = []
  const lines: Publishers['lines'] = []
  const destination = { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) }
  const log = createLogger('info', { destination })
  return {
    lines,
    async start(options = {}) {
      const handle = await openDatabase({ url, max: 2 })
      handles.push(handle)
      let uses = 0
      handle.pool.on('acquire', () => uses++)
      const publisher = startChangelogPublisher({ db: handle.kysely, log, ...options })
      running.push(publisher)
      return { ...publisher, uses: () => uses }
    },
    async stop() {
      await Promise.all(running.splice(0).map((publisher) => publisher.stop()))
      await Promise.all(handles.splice(0).map((handle) => handle.close()))
    },
  }
}

/** Waits until a publisher has begun this many further rounds. */
export async function rounds({ uses }: Publisher, count: number): Promise<void> {
  const before = uses()
  // A round is at most two transactions or statements.
  while (uses() < before + 2 * count) await sleep(5)
}
