import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { inTransaction } from '../../db/transaction.ts'
import { decrypt, type Keyring } from '../../lib/crypto/encryption.ts'
import { now } from '../../lib/time/clock.ts'
import type { RunKey } from '../engine/context.ts'
import { LeaseLost } from '../engine/lease-lost.ts'
import type { Step } from '../fetch/fetcher.ts'
import { FetchFailure } from '../fetch/requests.ts'
import type { FetchClock } from '../fetch/retrying.ts'
import { ORIGIN_FILE } from '../sources/origin-file.ts'
import { fetchSteps, isApiSource } from './fetchers.ts'
import { keyLocation, readAnswer } from './import-source.ts'
import { connectApi } from './send-request.ts'
import { withoutSecrets } from './without-secrets.ts'
import { storeFile } from './store-file.ts'

/** Resources of the process for a fetch. */
type FetchTools = {
  db: Db
  keyring: Keyring
  allowedHosts: ReadonlySet<string>
  /** Name of the process that holds the lease. */
  owner: string
  signal: AbortSignal
  /** Maximum number of bytes of the stored answers of an organization. */
  maxBytes: number
}

type FetchRow = { address: string; box: Buffer | null; state: unknown; isFetched: boolean }

/** Maximum number of answers of a fetch. A server may have another page behind each one. */
const MAX_ANSWERS = 500_000

/**
 * Fetches the API of an import into stored answers, from where the last process ended. Each answer is one transaction
 * with the state. The key is deleted at the end. Does nothing for an uploaded file, and after the end.
 * @throws FetchFailure if the source refuses, the key is deleted, or the source limits requests for long or does not
 * end; LeaseLost
 */
export async function fetchAnswers(tools: FetchTools, run: RunKey, source: string): Promise<void> {
  if (!isApiSource(source)) return
  const row = await readFetch(tools.db, run)
  if (!row || row.isFetched) return
  if (row.box === null)
    throw new FetchFailure(
      'failed',
      'The key of the source is deleted a day after the last change. Plan the import again.',
    )
  const { signal, allowedHosts } = tools
  const key = decrypt(tools.keyring, row.box, keyLocation(run))
  const connection = connectApi({ source, address: row.address, key }, { allowedHosts, signal })
  const clock: FetchClock = {
    now: () => now().getTime(),
    wait: (ms: number) => sleep(ms, undefined, { signal }),
  }
  const stored = await storedAnswers(tools, run)
  const from = { send: connection.send, readStored: (name: string) => readAnswer(tools.db, run, name) }
  try {
    for await (const step of fetchSteps(source, row.state, from, clock)) {
      signal.throwIfAborted()
      const plain = withoutSecrets(step, key)
      await inTransaction(tools.db, (tx) => storeStep(tx, run, tools.owner, plain))
      await stored.add(plain)
    }
    await inTransaction(tools.db, (tx) => endFetch(tx, run, tools.owner, new URL(row.address).host))
  } finally {
    await connection.close()
  }
}

async function readFetch(db: Db, { organizationId, id }: RunKey): Promise<FetchRow | undefined> {
  const { rows } = await sql<FetchRow>`select address, key_ciphertext as box, fetch_state as state,
      fetched_at is not null as "isFetched" from import_sources
    where organization_id = ${organizationId} and id = ${id} and file_id is null`.execute(db)
  return rows[0]
}

/**
 * Counts the stored answers. The rows are read again only where the count of this process exceeds a limit, because a
 * list that starts again discards answers.
 */
async function storedAnswers({ db, maxBytes }: FetchTools, { organizationId, id }: RunKey) {
  const read = async () => {
    const { rows } = await sql<{ bytes: number; answers: number }>`
      select coalesce(sum(bytes), 0)::float8 as bytes, count(*) filter (where owner_id = ${id})::int as answers
      from transfer_files where organization_id = ${organizationId} and owner = 'run'`.execute(db)
    return rows[0] ?? { bytes: 0, answers: 0 }
  }
  const isTooMuch = ({ bytes, answers }: Awaited<ReturnType<typeof read>>) =>
    bytes > maxBytes || answers > MAX_ANSWERS
  let total = await read()
  return {
    add: async ({ stored }: Step<object>) => {
      const sizes = stored.map(({ json }) => Buffer.byteLength(JSON.stringify(json)))
      total = {
        bytes: sizes.reduce((sum, size) => sum + size, total.bytes),
        answers: total.answers + sizes.length,
      }
      if (!isTooMuch(total)) return
      total = await read()
      if (isTooMuch(total)) throw new FetchFailure('failed', TOO_MUCH)
    },
  }
}

const TOO_MUCH =
  'The answers of the source exceed the storage of the organization. Delete imports that have ended, or upload a file.'

/** Stores the answers of a step with the state after it. */
async function storeStep(tx: Transaction, run: RunKey, owner: string, step: Step<object>): Promise<void> {
  const { organizationId, id } = run
  await assertLease(tx, run, owner)
  if (step.discard.length > 0)
    await sql`delete from transfer_files where organization_id = ${organizationId} and owner = 'run'
      and owner_id = ${id} and name = any(${step.discard}::text[])`.execute(tx)
  for (const { name, json } of step.stored) await storeAnswer(tx, run, name, json)
  await sql`update import_sources set fetch_state = ${JSON.stringify(step.state)}::jsonb,
      reports = reports || ${JSON.stringify(step.reports)}::jsonb
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

async function storeAnswer(tx: Transaction, run: RunKey, name: string, json: unknown): Promise<void> {
  const file = { organizationId: run.organizationId, owner: 'run', ownerId: run.id, name } as const
  const text = Readable.from([Buffer.from(JSON.stringify(json))])
  await storeFile(tx, { ...file, compressed: true }, text)
}

async function endFetch(tx: Transaction, run: RunKey, owner: string, host: string): Promise<void> {
  await assertLease(tx, run, owner)
  await storeAnswer(tx, run, ORIGIN_FILE, [{ host }])
  await sql`update import_sources set fetched_at = ${databaseNow}, key_ciphertext = null
    where organization_id = ${run.organizationId} and id = ${run.id}`.execute(tx)
}

/** Locks the run. @throws LeaseLost */
async function assertLease(tx: Transaction, { organizationId, id }: RunKey, owner: string): Promise<void> {
  const { rows } =
    await sql`select 1 from import_runs where organization_id = ${organizationId} and id = ${id}
    and state = 'planning' and owner = ${owner} for no key update`.execute(tx)
  if (rows.length === 0) throw new LeaseLost()
}
