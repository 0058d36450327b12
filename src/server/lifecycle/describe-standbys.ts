import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type State = {
  /** Connected standbys, of which `hidden` have a state that the role may not read. */
  standbys: number
  hidden: number
  synchronous: number
  /** Lag of the last one, and whether commits wait for standbys by the settings. */
  lagSeconds: number
  lagBytes: number
  needsSynchronous: boolean
  /**
   * Names of the slots whose reader is away or too late: those that retain too much WAL, and those that have lost it.
   */
  full: string[]
  lost: string[]
}

/** Limits from which standbys and slots are a problem. `bytes` are those of WAL. */
type Limits = { lateSeconds: number; bytes?: number }

/** 16 MiB is a segment of WAL, and this is the default of `max_wal_size`. */
const MAX_BYTES = 1_073_741_824

const AWAY = `no standby that synchronous_standby_names names is connected, so that each commit waits: connect one, or remove its name`

/**
 * Describes the standbys of the database and its replication slots.
 * @throws Error with the remedy if a failover would lose commits of more than `lateSeconds` or `bytes`, if commits wait
 * for an absent standby, or if a slot fills the disk
 */
export async function describeStandbys(db: Db, { lateSeconds, bytes = MAX_BYTES }: Limits): Promise<string> {
  const state = await readState(db, bytes)
  const { standbys, hidden, synchronous, needsSynchronous, lagSeconds, lagBytes, full, lost } = state
  const problems = [
    ...(needsSynchronous && synchronous === 0 && hidden === 0 ? [AWAY] : []),
    ...(lagSeconds >= lateSeconds || lagBytes >= bytes
      ? [`a standby is ${lagOf(state)} behind: a failover to it loses or delays these commits`]
      : []),
    ...(full.length > 0
      ? [`the disk fills for the slots ${full.join(', ')}: start their readers, or pg_drop_replication_slot`]
      : []),
    ...(lost.length > 0 ? [`the readers of the slots ${lost.join(', ')} must be created again`] : []),
  ]
  if (problems.length > 0) throw new Error(problems.join('; '))
  if (standbys === 0) return 'none: one server has the data, so keep backups elsewhere'
  const count = standbys === 1 ? '1 standby' : `${standbys} standbys`
  if (hidden > 0) return `${count}; grant pg_monitor to the role of DATABASE_URL to see the lag`
  const kind =
    synchronous > 0
      ? `${synchronous} synchronous`
      : 'none synchronous, so that a failover may lose the last commits'
  return `${count}, ${lagOf(state)} behind, ${kind}`
}

const lagOf = ({ lagSeconds, lagBytes }: State) =>
  `${Math.floor(lagSeconds)} s and ${Math.ceil(lagBytes / 1_048_576)} MiB`

/** Reads the state. A copy that pg_basebackup makes is no standby. Columns that the role may not read are null. */
async function readState(db: Db, bytes: number): Promise<State> {
  const { rows } = await sql<State>`with standby as materialized (
      select state is null as hidden, sync_state in ('sync', 'quorum') as synchronous,
        extract(epoch from replay_lag) as seconds, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) as bytes
      from pg_stat_replication where state is distinct from 'backup'),
    slot as materialized (
      select slot_name::text as name, wal_status = 'lost' as lost,
        pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) >= ${bytes}::float8 as full
      from pg_replication_slots where not temporary)
    select (select count(*) from standby)::int as standbys,
      (select count(*) from standby where hidden)::int as hidden,
      (select count(*) from standby where synchronous)::int as synchronous,
      (select coalesce(max(seconds), 0) from standby)::float8 as "lagSeconds",
      (select coalesce(max(bytes), 0) from standby)::float8 as "lagBytes",
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') not in ('off', 'local') as "needsSynchronous",
      array(select name from slot where "full" and not coalesce(lost, false) order by name) as "full",
      array(select name from slot where lost order by name) as lost`.execute(db)
  const [state] = rows
  if (!state) throw new Error('PostgreSQL returned no row')
  return state
}
