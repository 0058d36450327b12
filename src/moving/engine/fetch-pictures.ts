import { sql } from 'kysely'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../lib/errors.ts'
import { readImage } from '../../lib/images/image.ts'
import { attachUploads } from '../../modules/uploads/attach-uploads.ts'
import { uploadUrl } from '../../modules/uploads/upload-address.ts'
import type { Loss } from '../items.ts'
import { KeySet } from '../key-set.ts'
import { PictureRefused, type PictureClient } from './context.ts'
import type { Plan } from './plan.ts'
import { findIds } from './refs.ts'
import { remoteAddressesOf, remoteKey } from './remote-pictures.ts'
import { itemsOf, type Opened } from './session.ts'
import type { Memory, Session } from './step.ts'
import { storeSourcePicture } from './store-picture.ts'

/** Number of pictures that are fetched at once. */
const AT_ONCE = 4
/** Number of addresses that are looked up at once. */
const PAGE = 100
/** Maximum number of pictures that are listed with their address. */
const MAX_LISTED = 100
/** Number of characters of a listed address. */
const MAX_SHOWN = 200

type Fetching = {
  session: Session
  memory: Memory
  owner: string
  client: PictureClient
  signal?: AbortSignal | undefined
  onFetched: (pictures: number) => Promise<void>
}

const isAborted = ({ signal }: Fetching): boolean => signal?.aborted === true

/** Number of addresses that are handled, and losses of the plan with those of pictures. */
type Handled = { count: number; losses: Map<string, Loss> }

/**
 * Fetches the pictures at other addresses that texts of the source show, before the first batch, and stores each with
 * its reference in a transaction of its own. A run that was killed goes on after the last address that it has handled.
 * Pictures that cannot be had keep their address, and are losses of the plan. Returns false if it was aborted.
 * @throws RunTaken
 */
export async function fetchPictures(work: Fetching, opened: Opened, plan: Plan | null): Promise<boolean> {
  const handled: Handled = {
    count: plan?.pictures ?? 0,
    losses: new Map(plan?.losses.map((loss) => [lossKey(loss), loss])),
  }
  for await (const addresses of pagesOf(work, opened, handled.count)) {
    const reasons = await fetchPage(work, addresses)
    reasons.forEach((reason, index) => {
      if (reason !== null) addLoss(handled.losses, addresses[index] ?? '', reason)
    })
    handled.count += reasons.length
    await storeHandled(work, handled)
    if (isAborted(work)) return false
    await work.onFetched(handled.count)
  }
  return !isAborted(work)
}

/**
 * Fetches pictures in their order, some at once. Returns why each keeps its address, or null: for all of them, or after
 * an abort for those before the first one that is not handled.
 */
async function fetchPage(work: Fetching, addresses: readonly string[]): Promise<(string | null)[]> {
  const stored = await storedKeys(work, addresses)
  const reasons: (string | null | undefined)[] = addresses.map(() => undefined)
  const queue = addresses.entries()
  const fetchNext = async () => {
    for (const [index, address] of queue)
      reasons[index] = stored.has(remoteKey(address)) ? null : await fetchOne(work, address)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
  const first = reasons.indexOf(undefined)
  return reasons.slice(0, first === -1 ? reasons.length : first).map((reason) => reason ?? null)
}

/** Distinct addresses of the texts of a source, after those that are handled. */
async function* pagesOf(
  { session, signal }: Fetching,
  opened: Opened,
  after: number,
): AsyncGenerator<string[]> {
  let index = 0
  const seen = new KeySet()
  let page: string[] = []
  for await (const item of itemsOf(opened)) {
    signal?.throwIfAborted()
    if (item.item !== 'record' || !('text' in item.record)) continue
    for (const address of remoteAddressesOf(item.record.text, session.context.publicUrl))
      if (seen.add(address) && ++index > after) page.push(address)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Keys of the pictures that are stored. */
async function storedKeys({ session, memory }: Fetching, addresses: readonly string[]) {
  const step = { db: session.context.db, writes: true, session, memory }
  return findIds(step, 'upload', addresses.map(remoteKey))
}

/** Fetches and stores a picture. Returns why it keeps its address, or null, or undefined after an abort. */
async function fetchOne(work: Fetching, address: string): Promise<string | null | undefined> {
  if (isAborted(work)) return undefined
  try {
    const bytes = await work.client.fetch(address, work.signal)
    const picture = await readImage(bytes, work.session.writtenById)
    await inTransaction(work.session.context.db, async (tx) => {
      const upload = await storeSourcePicture(work, tx, { externalId: remoteKey(address), picture })
      // Pictures without a text are deleted after a day, and the texts may follow later.
      await attachUploads(tx, work.session.organizationId, uploadUrl(upload, work.session.context))
    })
    return null
  } catch (error) {
    if (error instanceof PictureRefused || error instanceof AppError) return error.message
    if (isAborted(work)) return undefined
    throw error
  }
}

const LISTED = 'picture '
const lossKey = ({ what, reason }: Pick<Loss, 'what' | 'reason'>) => `${what}\0${reason}`

/** Lists a picture with its address, or counts it by its reason if there are many. */
function addLoss(losses: Map<string, Loss>, address: string, reason: string): void {
  const listed = [...losses.values()].filter(({ what }) => what.startsWith(LISTED)).length
  const what =
    listed < MAX_LISTED ? LISTED + address.slice(0, MAX_SHOWN).toWellFormed() : 'pictures at other addresses'
  const key = lossKey({ what, reason })
  losses.set(key, { what, reason, count: (losses.get(key)?.count ?? 0) + 1 })
}

async function storeHandled({ session }: Fetching, { count, losses }: Handled): Promise<void> {
  const changes = JSON.stringify({ pictures: count, losses: [...losses.values()] })
  await sql`update import_runs set plan = plan || ${changes}::jsonb
    where organization_id = ${session.organizationId} and id = ${session.runId} and plan is not null`.execute(
    session.context.db,
  )
}
