import { expect, test } from 'vitest'
import { attemptDelivery, type AttemptTools } from '../../src/delivery/attempt.ts'
import type { DueDelivery } from '../../src/delivery/due-deliveries.ts'
import type { WebhookSettings } from '../../src/delivery/settings.ts'
import { notFound } from '../../src/lib/errors.ts'
import { createLogger } from '../../src/lib/log/logger.ts'

const delivery = {
  event: { type: 'post_created', createdAt: new Date(0) },
  tries: 0,
  attempts: 0,
} as DueDelivery
const webhook = { isDisabled: false, readAt: new Date(1) } as WebhookSettings

/** The result of an attempt whose body cannot be rendered. */
const attempt = (cause: unknown) =>
  attemptDelivery(
    {
      settings: { read: async () => webhook, clear: () => {}, now: () => new Date(2) },
      renderPayload: () => Promise.reject(new Error('the document failed', { cause })),
      skipReason: () => null,
      schedule: [5_000],
      log: createLogger('silent'),
    } as unknown as AttemptTools,
    delivery,
  )

test.each([
  ['a terminated connection', { code: '57P01' }],
  ['a starting server', { code: '57P03' }],
  [
    'a lost connection, as the cause of a cause',
    { cause: { message: 'Connection terminated unexpectedly' } },
  ],
])('%s is not counted as an attempt', async (_name, cause) => {
  await expect(attempt(cause)).rejects.toThrow('the document failed')
})

test('a document that is rejected counts as an attempt, with the reason', async () => {
  const { result } = await attempt(notFound('Post'))
  expect(result.attempt).toMatchObject({
    outcome: 'refused',
    error: expect.stringContaining('could not be run'),
  })
  expect(result.next.state).toBe('pending')
})
