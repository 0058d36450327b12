import { expect, test } from 'vitest'
import { attemptDelivery, type AttemptTools } from '../../src/delivery/attempt.ts'
import type { DueDelivery } from '../../src/delivery/due-deliveries.ts'
import type { WebhookSettings } from '../../src/delivery/settings.ts'
import { notFound } from '../../src/lib/errors.ts'
import { createLogger } from '../../src/lib/logger.ts'

const delivery = {
  event: { type: 'post_created', createdAt: new Date(0) },
  tries: 0,
  attempts: 0,
} as DueDelivery
const webhook = { isDisabled: false, readAt: new Date(1) } as WebhookSettings

/** What becomes of a delivery whose body cannot be made. */
const attempt = (cause: unknown) =>
  attemptDelivery(
    {
      settings: { read: async () => webhook, forget: () => {} },
      bodyOf: () => Promise.reject(new Error('the document failed', { cause })),
      unasked: () => null,
      schedule: [5_000],
      log: createLogger('silent'),
    } as unknown as AttemptTools,
    delivery,
  )

test.each([
  ['a connection that was ended', { code: '57P01' }],
  ['a server that starts', { code: '57P03' }],
  [
    'a lost connection, told by an error of an error',
    { cause: { message: 'Connection terminated unexpectedly' } },
  ],
])('%s costs a delivery none of its tries', async (_name, cause) => {
  await expect(attempt(cause)).rejects.toThrow('the document failed')
})

test('a document that is refused is a try, with its reason', async () => {
  const { result } = await attempt(notFound('Post'))
  expect(result.attempt).toMatchObject({
    outcome: 'refused',
    error: expect.stringContaining('could not be run'),
  })
  expect(result.next.state).toBe('pending')
})
