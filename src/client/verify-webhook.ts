import type { webhooks } from '../../openapi/types.ts'
import { verifySignature } from '../lib/standard-webhooks/verify-signature.ts'

/** Documented body of an event by the name of the event. */
export type WebhookEvents = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json']
}

/** Documented body of an event (contract 6.3). `event` determines its type. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents]

/** A received request: its headers and its body as received, before parsing. */
export type WebhookRequest =
  | Request
  | {
      headers: Headers | Record<string, string | readonly string[] | undefined>
      body: string | Uint8Array
    }

export type WebhookOptions = {
  /** Signing secret, `whsec_…`. During a rotation the old one or the new one. */
  secret: string
  /** Maximum difference between the time of the attempt and `at`, in seconds. Default 300. */
  toleranceSeconds?: number
  /** Time of the receipt. Default now. */
  at?: Date
}

/** A request is not from the service, or not fresh. Answer 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  /** A possible cause. It helps to guess signatures, so show it in logs only. */
  readonly hint: string

  constructor(reason: string, hint: string) {
    super(`The webhook is not valid: ${reason}`)
    this.hint = hint
  }
}

/**
 * Verifies a received webhook (Standard Webhooks) and returns its body. One of the signatures must match, which
 * are two during a rotation. `Body` is the type of the body of a webhook with its own document. Delivery is at least
 * once: ignore an `id` that was processed before.
 * @throws WebhookVerificationError for a wrong signature, an old timestamp or a body that is not JSON
 */
export async function verifyWebhook<Body = WebhookEvent>(
  request: WebhookRequest,
  { secret, toleranceSeconds, at = new Date() }: WebhookOptions,
): Promise<Body> {
  const body = request instanceof Request ? new Uint8Array(await request.arrayBuffer()) : request.body
  const verdict = await verifySignature({
    headers: {
      id: headerOf(request, 'webhook-id'),
      timestamp: headerOf(request, 'webhook-timestamp'),
      signature: headerOf(request, 'webhook-signature'),
    },
    ...{ body, secret, at, toleranceSeconds },
  })
  if (!verdict.valid) throw new WebhookVerificationError(verdict.reason, verdict.hint)
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as Body
  } catch {
    throw new WebhookVerificationError('the body is not JSON', 'the signature is right')
  }
}

function headerOf({ headers }: WebhookRequest, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.[0]
}
