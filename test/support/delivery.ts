import { startDelivery, type Delivery, type DeliveryOptions } from '../../src/delivery/worker.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { schema } from '../../src/schema.ts'
import type { TestApp } from './app.ts'

/**
 * Starts a worker on an app's database. Retries follow quickly, unless a schedule is given. The timeout is that of a
 * busy machine: an attempt that ends before its response is a second message.
 */
export function deliver(
  { services }: TestApp,
  options: Partial<Pick<DeliveryOptions, 'webhookRetrySchedule' | 'webhookTimeout' | 'slots' | 'log'>> = {},
): Delivery {
  return startDelivery({
    schema,
    services,
    log: createLogger(process.env.TEST_LOG ?? 'silent'),
    version: 'test',
    webhookRetrySchedule: [50, 100, 200],
    webhookTimeout: 60_000,
    ...options,
  })
}
