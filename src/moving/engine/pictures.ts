import { sql } from 'kysely'
import { linkHttpPictures } from '../../lib/rich-text/http-pictures.ts'
import { attachUploads } from '../../modules/uploads/attach-uploads.ts'
import { uploadUrl } from '../../modules/uploads/upload-address.ts'
import type { Transaction } from '../../db/database.ts'
import type { UploadRecord, RichText } from '../records.ts'
import { hashOf } from './hashes.ts'
import { innerPictures, replaceInner } from './inner-pictures.ts'
import { findIds, findRefs, storeRefs } from './refs.ts'
import { isOwnAddress, remoteAddresses, remoteAddressesOf, remoteKey, withStored } from './remote-pictures.ts'
import { count, lose, recordKey, leaveOut, problem, refuse, type Step } from './step.ts'
import { isReadable, MAX_PICTURE } from './store-picture.ts'
import type { StoredPictures } from './text.ts'

const NAMED = /upload:([\w./%+-]+)/g
const LINKED = 'Pages cannot show them. Texts have links to them.'

/** Keys of the pictures that texts name. */
const keysIn = (texts: readonly RichText[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...(Object.values(text)[0] ?? '').matchAll(NAMED)].flatMap(([, key]) => key ?? []),
    ),
  ),
]

/** Texts of a batch need pictures that are not stored yet. Those inside of texts have their base64. */
export class PicturesMissing extends Error {
  readonly pictures: ReadonlyMap<string, string | undefined>

  constructor(pictures: ReadonlyMap<string, string | undefined>) {
    super('The texts need pictures that are not stored')
    this.pictures = pictures
  }
}

/**
 * Returns the function that puts the addresses of pictures into texts that name or contain them. A picture that cannot
 * be stored is left out, and is a loss if it is inside of a text.
 * @throws PicturesMissing in a run, until it has tried to store all of them
 */
export async function storePictures(step: Step, texts: readonly RichText[]): Promise<StoredPictures> {
  const inner = innerPictures(texts)
  const named = keysIn(texts).filter((key) => step.session.pictures.has(key))
  const keys = [...named, ...inner.keys()]
  const stored = await findIds(step, 'upload', keys)
  const missing = keys.filter((key) => !stored.has(key) && !step.memory.tried.has(key))
  if (step.writes && missing.length > 0)
    throw new PicturesMissing(new Map(missing.map((key) => [key, inner.get(key)])))
  for (const key of missing) await planPicture(step, key, inner.get(key))
  const urls = keys.length > 0 ? await urlsOf(step, keys) : new Map<string, string>()
  const remote = await remoteUrls(step, texts)
  const within = (text: RichText) => {
    const [form = 'plain', given = ''] = Object.entries(text)[0] ?? []
    if (form === 'plain') return text
    const { replaced, left } = replaceInner(given, urls)
    if (left > 0)
      lose(step.tally, {
        what: 'pictures',
        count: left,
        reason: 'They are inside texts and cannot be stored.',
      })
    const named =
      urls.size > 0 ? replaced.replaceAll(NAMED, (_, key: string) => urls.get(key) ?? '') : replaced
    return { [form]: named } as RichText
  }
  return { within, remote: (html) => keepRemote(step, withStored(html, remote)) }
}

/** Addresses of stored pictures that were at other addresses, by key. A source without them costs nothing. */
async function remoteUrls(step: Step, texts: readonly RichText[]): Promise<ReadonlyMap<string, string>> {
  const { context, hasRemote } = step.session
  if (!hasRemote) return new Map()
  const keys = texts.flatMap((text) => remoteAddressesOf(text, context.publicUrl)).map(remoteKey)
  return keys.length > 0 ? urlsOf(step, [...new Set(keys)]) : new Map()
}

/**
 * Lists pictures that stay at other addresses, unless they are fetched. Those with `http:` addresses become links,
 * because no page shows them.
 */
function keepRemote({ session, tally }: Step, given: string): string {
  const { publicUrl } = session.context
  const { html, linked } = linkHttpPictures(given, (address) => isOwnAddress(address, publicUrl))
  if (session.options.fetchAssets === true) return html
  const count = remoteAddresses(html, publicUrl).length
  if (count > 0) lose(tally, { what: 'pictures at other addresses', count, reason: 'They stay there.' })
  if (linked > 0) lose(tally, { what: 'pictures with http: addresses', count: linked, reason: LINKED })
  return html
}

async function planPicture(step: Step, key: string, base64: string | undefined): Promise<void> {
  if (!(await isReadable(step.session, key, base64))) return
  step.memory.virtual -= 1
  const ref = { externalId: key, localId: step.memory.virtual, created: true, hash: '' }
  await storeRefs(step, 'upload', [ref])
  count(step.tally, 'upload', 'created')
}

/** Texts store paths. */
const STORED = { publicUrl: '' }

/** In a plan, pictures that are not stored yet have an address that no picture has. */
async function urlsOf(step: Step, keys: readonly string[]): Promise<Map<string, string>> {
  const ids = await findIds(step, 'upload', keys)
  const { rows } = await sql<{ id: number; key: string; type: 'png' }>`select id, key, type from uploads
    where organization_id = ${step.session.organizationId} and id = any(${[...ids.values()]}::int[])`.execute(
    step.db,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    [...ids].map(([key, id]) => {
      const row = byId.get(id)
      return [key, row ? uploadUrl(row, STORED) : '/uploads/planned.png']
    }),
  )
}

/** Marks pictures in texts as attached. */
export async function attachPictures(step: Step, htmls: readonly unknown[]): Promise<void> {
  if (step.writes) await attachUploads(step.db as Transaction, step.session.organizationId, htmls.join('\n'))
}

/** Counts pictures of the source: those that texts name are stored already. */
export async function applyUploads(step: Step, records: readonly UploadRecord[]): Promise<void> {
  const { memory } = step
  const refs = await findRefs(
    step,
    'upload',
    records.map(({ externalId }) => externalId),
  )
  for (const record of records) {
    const isNew = memory.ids?.get(recordKey('upload', record.externalId)) !== undefined
    const ref = refs.get(record.externalId)
    if (isNew || ref?.hash === hashOf(record.key)) {
      if (!isNew && ref?.runId !== step.session.runId) count(step.tally, 'upload', 'unchanged')
      continue
    }
    if (record.bytes > MAX_PICTURE)
      refuse(step, record, 'upload', problem('bytes', `${record.bytes}`, 'has more than 5 MB'))
    else leaveOut(step, record, 'upload', 'No text contains it, or it is not a picture that can be stored.')
  }
}
