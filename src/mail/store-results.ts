import { sql } from 'kysely'
import { lockEncryptionKeys } from '../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../auth/sealed-columns.ts'
import type { Db, Transaction } from '../db/database.ts'
import { databaseNow, databaseNowPlus } from '../db/time.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Keys } from '../auth/keys.ts'
import { encrypt } from '../lib/crypto/encryption.ts'
import type { MailState } from '../db/generated/tables.ts'
import { suppressAddress } from '../modules/mail/suppressions/suppress-address.ts'
import type { ClaimedMail } from './claim-mails.ts'
import { isNews, KINDS } from './kinds/kinds.ts'
import type { NextState } from './next-state.ts'
import type { RenderedMail } from './render-mail.ts'

/** Result of a claimed mail, after a try or without one. */
export type MailResult = Partial<Omit<NextState, 'state'>> & {
  mail: ClaimedMail
  state: Exclude<MailState, 'sending'>
  /** Reply of the server. */
  reply?: string
  /** Subject that was sent. */
  subject?: string
  /** The message of a mail that is stored instead of sent. */
  message?: RenderedMail
}

/**
 * Stores the results of a worker: those of sent mails by one statement for each organization. A mail that another
 * worker has taken over, or that was canceled, stays as it is. Idempotent.
 */
export async function storeResults(
  { db, keys, owner }: { db: Db; keys: Keys; owner: string },
  results: readonly MailResult[],
): Promise<void> {
  const sent = Map.groupBy(
    results.filter(({ state }) => state === 'sent'),
    ({ mail }) => mail.organizationId,
  )
  for (const [organizationId, ofOne] of sent) await storeSent(db, owner, organizationId, ofOne)
  for (const result of results) {
    if (result.message) await storeMessage(db, { keys, owner }, result.mail, result.message)
    else if (result.isDead) await inTransaction(db, (tx) => storeDead(tx, { keys, owner }, result))
    else if (result.state !== 'sent') await storeOther(db, owner, result)
  }
}

async function storeSent(
  db: Db,
  owner: string,
  organizationId: number,
  results: readonly MailResult[],
): Promise<void> {
  await sql`update mails m set state = 'sent', reason = null, reply = r.reply, subject = r.subject, owner = null,
      content_ciphertext = null, sent_at = ${databaseNow}
    from unnest(${results.map(({ mail }) => mail.id)}::bigint[], ${results.map(({ reply }) => reply ?? null)}::text[],
      ${results.map(({ subject }) => subject ?? null)}::text[]) as r (id, reply, subject)
    where m.organization_id = ${organizationId} and m.id = r.id and m.owner = ${owner} and m.state = 'sending'`.execute(
    db,
  )
}

/** The row of a mail while it is leased as it was claimed. Each claim counts a try. */
const ownMail = (db: Db, owner: string, mail: ClaimedMail) =>
  db
    .updateTable('mails')
    .where('organizationId', '=', mail.organizationId)
    .where('id', '=', mail.id)
    .where('owner', '=', owner)
    .where('state', '=', 'sending')
    .where('tries', '=', mail.tries)

async function storeOther(
  db: Db,
  owner: string,
  result: Exclude<MailResult, { state: 'stored' }>,
): Promise<{ email: string | null } | undefined> {
  const { mail, state, reason = null, reply, subject } = result
  const { waitMs = 0, isFree = false } = 'waitMs' in result || 'isFree' in result ? result : {}
  return ownMail(db, owner, mail)
    .set({
      ...{ state, reason, owner: null },
      ...(reply !== undefined && { reply }),
      ...(subject !== undefined && { subject }),
      ...(isFree && { tries: mail.tries - 1 }),
      ...(state === 'queued' && { dueAt: databaseNowPlus(waitMs / 1_000) }),
      ...(!isKept(result) && { contentCiphertext: null }),
    })
    .returning('email')
    .executeTakeFirst()
}

/** Stores the result of a mail to an address without a mailbox, and suppresses the address. */
async function storeDead(
  tx: Transaction,
  { keys, owner }: { keys: Keys; owner: string },
  result: MailResult,
) {
  const { mail, reason, reply } = result
  const stored = await storeOther(tx, owner, result)
  // The erasure of the person empties the address.
  if (!stored?.email) return
  const { organizationId } = mail
  const detail = reply ?? reason ?? ''
  await suppressAddress(tx, keys, { organizationId, email: stored.email, reason: 'bounce', detail })
}

/** Whether the content of a mail may be sent later, also by `retryMail`. */
const isKept = ({ mail, state }: MailResult) =>
  state === 'queued' || (state === 'failed' && !isNews(mail.kind) && KINDS[mail.kind].lifetimeS === null)

async function storeMessage(
  db: Db,
  { keys, owner }: { keys: Keys; owner: string },
  mail: ClaimedMail,
  message: RenderedMail,
): Promise<void> {
  const location = sealedLocation('mails.content_ciphertext', mail.organizationId, mail.id)
  await inTransaction(db, async (tx) => {
    const contentCiphertext = encrypt(
      await lockEncryptionKeys(tx, keys.encryption),
      JSON.stringify(message),
      location,
    )
    await ownMail(tx, owner, mail)
      .set({ state: 'stored', reason: null, owner: null, subject: message.subject, contentCiphertext })
      .execute()
  })
}
