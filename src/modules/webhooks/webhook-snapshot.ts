import type { Webhook } from '../../db/rows.ts'

/** A row of `webhooks` without its secrets. */
export type WebhookRow = Omit<Webhook, 'secretCiphertext' | 'previousSecretCiphertext' | 'headersCiphertext'>

/** Columns of `WebhookRow`, to be selected or returned. */
export const WEBHOOK_COLUMNS = [
  'organizationId',
  'id',
  'installId',
  'createdById',
  'name',
  'url',
  'events',
  'document',
  'headerNames',
  'previousSecretUntil',
  'disabledAt',
  'disabledReason',
  'failingSince',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof WebhookRow)[]

const MOMENTS = ['previousSecretUntil', 'disabledAt', 'failingSince', 'createdAt', 'updatedAt'] as const

/** Converts the JSON snapshot of an event to a webhook's row. */
export function toWebhookRow(snapshot: object): WebhookRow {
  const row = { ...snapshot } as Record<string, unknown>
  for (const name of MOMENTS) row[name] = row[name] == null ? null : new Date(row[name] as string)
  return row as WebhookRow
}
