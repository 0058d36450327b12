import { setTimeout as sleep } from 'node:timers/promises'

/** Runs a statement and returns its rows. */
type Query = (text: string) => Promise<unknown[]>

/** The beginnings of the statements that read the state of credentials. A session shows its last statement. */
const CHECKS = `select query_start::text as "at" from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query like '%"credentialRow"%'`

/**
 * Resolves once a process on a database has checked the credentials of its open subscriptions again. Two
 * checks have begun since the call, so that the first one has ended.
 */
export async function credentialsChecked(query: Query): Promise<void> {
  const checks = async () => ((await query(CHECKS)) as { at: string }[]).map(({ at }) => at)
  const before = new Set(await checks())
  const later = new Set<string>()
  while (later.size < 2) {
    await sleep(10)
    for (const at of await checks()) if (!before.has(at)) later.add(at)
  }
}
