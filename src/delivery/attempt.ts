import { GraphQLError } from 'graphql'
import type { Db } from '../db/database.ts'
import { isTooMuch } from '../db/errors/is-too-much.ts'
import { isConnectionError } from '../db/errors/connection-errors.ts'
import { eventIdOf } from '../events/cursor.ts'
import type { EventRow } from '../events/event-row.ts'
import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/log/logger.ts'
import type { StoreBody } from './store-body.ts'
import type { AttemptRecord } from './attempt-log.ts'
import type { RenderPayload } from './render-payload.ts'
import type { DueDelivery } from './due-deliveries.ts'
import type { SendResult, WebhookSender } from './send-webhook.ts'
import { nextState, type NextState } from './schedule.ts'
import type { SettingsReader, WebhookSettings } from './settings.ts'
import { signatureHeaders } from './sign.ts'

export type AttemptTools = {
  db: Db
  settings: SettingsReader
  renderPayload: RenderPayload
  keepBody: StoreBody
  sender: WebhookSender
  /** Reason for skipping an event that was queued for a webhook before, or null. */
  skipReason: (webhook: WebhookSettings, event: EventRow) => string | null
  /** Delays before the retries, in milliseconds. */
  schedule: readonly number[]
  log: Logger
}

/** Result of an attempt. `webhook` is null when it has been deleted. */
export type AttemptResult = {
  result: AttemptRecord
  outcome: SendResult
  webhook: WebhookSettings | null
  gone: boolean
}

/**
 * Makes one attempt of a delivery. Reads the webhook again, renders the body unless an earlier attempt did,
 * signs it with the time of this attempt and sends it. A body of the webhook's own document is stored before
 * it is first sent, so every attempt sends the same bytes. A disabled webhook holds the delivery, and a
 * deleted one ends it. Every attempt is recorded, even if nothing was sent. Rejects while the database is
 * unreachable.
 */
export async function attemptDelivery(tools: AttemptTools, delivery: DueDelivery): Promise<AttemptResult> {
  const webhook = await settingsOf(tools, delivery)
  if (!webhook) return skipped(tools, delivery, null, 'canceled', 'The webhook has been removed')
  if (webhook.isDisabled)
    return skipped(tools, delivery, webhook, 'held', webhook.disabledReason ?? 'The webhook is disabled')
  const skipReason = tools.skipReason(webhook, delivery.event)
  if (skipReason) return skipped(tools, delivery, webhook, 'canceled', skipReason)
  const started = performance.now()
  const rendered = await render(tools, delivery, webhook)
  if ('failure' in rendered) {
    const durationMs = Math.round(performance.now() - started)
    return decide(tools, delivery, webhook, null, { ...notSent(tools, rendered.failure), durationMs })
  }
  let { body } = rendered
  const isKept = delivery.body === null && webhook.document !== null
  if (isKept)
    try {
      body = await tools.keepBody(delivery, body)
    } catch (error) {
      if (isConnectionError(error)) throw error
      tools.log.error({ err: error, deliveryId: delivery.id }, 'the body of a delivery could not be stored')
      return decide(tools, delivery, webhook, null, notSent(tools, 'The body could not be stored'))
    }
  const bytes = Buffer.from(body)
  const headers = signatureHeaders({
    id: eventIdOf(delivery.event),
    body: bytes,
    at: tools.settings.now(),
    secrets: webhook.secrets,
  })
  return decide(
    tools,
    delivery,
    webhook,
    isKept ? null : body,
    await tools.sender.send({ url: webhook.url, body: bytes, headers, ownHeaders: webhook.headers }),
  )
}

/** Renders the body. Returns the failure of the webhook's document. Rejects for an unreachable database. */
async function render(
  tools: AttemptTools,
  delivery: DueDelivery,
  webhook: WebhookSettings,
): Promise<{ body: string } | { failure: string }> {
  try {
    return { body: await tools.renderPayload(delivery, webhook) }
  } catch (error) {
    // A webhook fails if its document takes too long, but not if the database is unreachable.
    const isTooSlow = isConnectionError(error) && (await isTooMuch(tools.db, error))
    if (isTooSlow) return { failure: 'The document could not be run: it took too long' }
    if (isConnectionError(error)) throw error
    return { failure: reasonOf(error, tools.log) }
  }
}

/**
 * Returns the webhook's settings. Cached ones are read again if they would end or hold the delivery, as the
 * webhook may have been enabled. They are also read again if they are older than the event, because a change
 * before the event must apply to it.
 */
async function settingsOf({ settings, skipReason }: AttemptTools, delivery: DueDelivery) {
  const { event } = delivery
  const cached = await settings.read(delivery)
  const isLater = cached !== null && cached.readAt > event.createdAt
  if (isLater && !cached.isDisabled && !skipReason(cached, event)) return cached
  settings.clear(delivery)
  return settings.read(delivery)
}

function decide(
  { schedule, settings }: AttemptTools,
  delivery: DueDelivery,
  webhook: WebhookSettings,
  body: string | null,
  outcome: SendResult,
): AttemptResult {
  const at = settings.now()
  const next = nextState({ outcome, tries: delivery.tries + 1, schedule, at, random: Math.random() })
  const waitMs = next.state === 'pending' ? next.dueAt.getTime() - at.getTime() : 0
  const reason = next.state === 'failed' ? outcome.error : null
  return {
    result: resultOf(delivery, body, outcome, { state: next.state, waitMs, reason }),
    outcome,
    webhook,
    gone: isGone(next),
  }
}

function skipped(
  tools: AttemptTools,
  delivery: DueDelivery,
  webhook: WebhookSettings | null,
  state: 'held' | 'canceled',
  reason: string,
): AttemptResult {
  const outcome = notSent(tools, reason)
  return {
    result: resultOf(delivery, null, outcome, { state, waitMs: 0, reason }),
    outcome,
    webhook,
    gone: false,
  }
}

function resultOf(
  delivery: DueDelivery,
  body: string | null,
  { kind: outcome, retryAfterMs: _, ...attempt }: SendResult,
  next: AttemptRecord['next'],
): AttemptRecord {
  return { delivery, body, attempt: { outcome, ...attempt }, next }
}

/** The message of an application or GraphQL error is shown. An unexpected error is logged instead. */
function reasonOf(error: unknown, log: Logger): string {
  const { message, cause } = error as Error
  const isExpected = cause instanceof AppError || cause instanceof GraphQLError
  if (!isExpected) log.error({ err: error }, 'the document of a webhook failed')
  return `The document could not be run: ${isExpected ? message : 'unexpected error'}`
}

const notSent = ({ settings }: AttemptTools, error: string): SendResult => ({
  kind: 'refused',
  startedAt: settings.now(),
  durationMs: 0,
  status: null,
  requestHeaders: null,
  responseHeaders: null,
  headersTruncated: null,
  response: null,
  retryAfterMs: null,
  error,
})

const isGone = (next: NextState) => next.state === 'failed' && next.disable
