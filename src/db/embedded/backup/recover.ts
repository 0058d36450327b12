import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../../client/with-client.ts'
import type { Binaries } from '../binaries.ts'
import { assertSuitable } from '../cluster.ts'
import { connectWhenReady } from '../connect.ts'
import type { Home } from '../home.ts'
import { launch } from '../launch.ts'
import { logPath, readLog } from '../log.ts'
import { lastLines } from '../run.ts'
import { hasEnded, shutDown } from '../server.ts'
import { fetchCommand } from './archive-commands.ts'

/** Where a recovery ends: at the end of the backup without a time, else at a time or the end of the archive. */
export type Target = {
  time: Date | 'latest' | null
  /** Directory of the archive. Null without one. */
  archive: string | null
}

type Recovery = {
  binaries: Binaries
  /** Password of the superuser. */
  password: string
  target: Target
  signal?: AbortSignal | undefined
  log: (line: string) => void
}

/** A recovery may read days of the log. */
const RECOVERY_MS = 7 * 86_400_000
const END_MS = 300_000
/** Bytes at the end of the server's log that contain its reason. */
const TAIL = 16_000

/**
 * Recovers a copied cluster, starts a new timeline, moves its ids above all that were given on the former one, and
 * stops it. Returns the time of the last change in PostgreSQL's form, or null for none since the begin of the backup.
 * @throws Error with the reason of PostgreSQL
 */
export async function recover(home: Home, recovery: Recovery): Promise<string | null> {
  const { binaries, password, target, log, signal } = recovery
  assertSuitable(home.cluster, binaries.major)
  writeFileSync(join(home.cluster, 'recovery.signal'), '', { mode: 0o600 })
  const size = logSize(home)
  const output = () => readLog(home.dir, Math.max(size, logSize(home) - TAIL))
  try {
    const port = await launch(home, binaries, { settings: settingsOf(target), signal })
    const url = await connectWhenReady(home, {
      port,
      password,
      log,
      readyMs: RECOVERY_MS,
      ...(signal && { signal }),
    })
    const timeline = await withClient({ connectionString: url }, continueIds)
    if (target.archive !== null) markHistory(home, timeline)
    return lastChange(output())
  } catch (error) {
    signal?.throwIfAborted()
    throw explain(error as Error, output())
  } finally {
    await shutDown(home, binaries, log)
    await hasEnded(home.cluster, END_MS)
  }
}

const logSize = (home: Home) => statSync(logPath(home.dir), { throwIfNoEntry: false })?.size ?? 0

/** Settings of the server that recovers. It is promoted at its target, from which the log has another timeline. */
function settingsOf({ time, archive }: Target): Record<string, string> {
  return {
    archive_mode: 'off',
    hot_standby: 'off',
    recovery_target_action: 'promote',
    recovery_target_timeline: time === null ? 'current' : 'latest',
    restore_command: fetchCommand(archive, time === null),
    // PostgreSQL permits no abbreviation of a zone here.
    ...(time instanceof Date && { recovery_target_time: time.toISOString().replace('Z', '+00') }),
  }
}

/** Moves the ids of the recovered database. Returns the timeline, as the names of segments begin with it. */
async function continueIds(client: pg.Client): Promise<string> {
  await client.query('select renew_ids(true)')
  const { rows } = await client.query<{ timeline: string }>(
    'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline',
  )
  return rows[0]?.timeline ?? ''
}

/** Marks the origin of the timeline, which this server did not archive, for the archive of the next one. */
function markHistory({ cluster, user }: Home, timeline: string): void {
  const path = join(cluster, 'pg_wal/archive_status', `${timeline}.history.ready`)
  writeFileSync(path, '', { mode: 0o600 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
}

const lastChange = (output: string) =>
  /last completed transaction was at log time (.+)$/m.exec(output)?.[1] ?? null

function explain(error: Error, output: string): Error {
  if (/recovery ended before configured recovery target was reached/.test(output))
    return new Error(
      `The archive ends before that time: its last change is of ${lastChange(output) ?? 'the backup'}. Restore it with \`--to latest\`.`,
      { cause: error },
    )
  return new Error(`PostgreSQL cannot recover the backup: ${lastLines(output) || error.message}`, {
    cause: error,
  })
}
