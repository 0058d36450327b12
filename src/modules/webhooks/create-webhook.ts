import { sealedPlace } from '../../auth/sealed-columns.ts'
import type { Transaction } from '../../db/database.ts'
import { reserveId } from '../../db/reserve-ids.ts'
import { now } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { encrypt, type Keyring } from '../../lib/encryption.ts'
import { recordAct } from '../audit/record-act.ts'
import { newWebhookSecret } from './new-webhook-secret.ts'
import { checkEvents, checkName, checkUrl } from './webhook-fields.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

/** How many webhooks of its own an organization can have; those of installs do not count. */
const MOST = 50

export type NewWebhook = {
  name?: string | null
  url: string
  events: readonly string[]
  /** Checked already; null or undefined for the documents that ship with the service. */
  document?: string | null
}

/**
 * Makes a webhook of the organization's own. Its signing secret, `whsec_…`, is in this answer and nowhere else
 * (contract chapter 5).
 * @throws AppError as `checkUrl` and `checkEvents`, UNPROCESSABLE when the organization has 50 already
 */
export async function createWebhook(
  tx: Transaction,
  organizationId: number,
  by: { actorId: number; encryptionKey: Keyring; allowedHosts: ReadonlySet<string> },
  { name, url, events, document = null }: NewWebhook,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const fields = { name: checkName(name), url: checkUrl(url, by.allowedHosts), events: checkEvents(events) }
  await assertRoom(tx, organizationId)
  const secret = newWebhookSecret()
  const id = await reserveId(tx, 'webhooks')
  const place = sealedPlace('webhooks.secret_ciphertext', organizationId, id)
  const at = now()
  const webhook = await tx
    .insertInto('webhooks')
    .values({
      organizationId,
      id,
      createdById: by.actorId,
      ...fields,
      document,
      secretCiphertext: encrypt(by.encryptionKey, secret, place),
      createdAt: at,
      updatedAt: at,
    })
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  await recordAct(tx, {
    organizationId,
    act: 'webhook.created',
    actorId: by.actorId,
    details: { webhookId: webhook.id },
  })
  return { webhook, secret }
}

async function assertRoom(tx: Transaction, organizationId: number): Promise<void> {
  // Two that are made at once must not both find the last place free.
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute()
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('installId', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST)
    throw new AppError('UNPROCESSABLE', `An organization can have at most ${MOST} webhooks`)
}
