import { inTransaction } from '../../src/db/transaction.ts'
import type { DeliveryState } from '../../src/db/generated/tables.ts'
import type { EventType } from '../../src/events/catalogue.ts'
import { eventIdOf } from '../../src/events/cursor.ts'
import { recordEvents } from '../../src/events/record.ts'
import type { TestApp } from './app.ts'
import type { Tenant } from './scenario.ts'

export type PutDelivery = { id: number; eventId: string }

/** A delivery as the bridge and the worker leave it: an event, its row in the ledger, and as many failed attempts. */
export async function putDelivery(
  { services }: Pick<TestApp, 'services'>,
  { organization }: Pick<Tenant, 'organization'>,
  webhookId: number,
  fields: { type?: EventType; state?: DeliveryState; attempts?: number; createdAt?: Date; dueAt?: Date } = {},
): Promise<PutDelivery> {
  const { type = 'post_created', state = 'pending', attempts = 0, createdAt, dueAt = FAR } = fields
  const organizationId = organization.id
  return inTransaction(services.db, async (tx) => {
    const [event] = await recordEvents(tx, [{ organizationId, type, subjectId: 1, snapshot: {} }])
    if (!event) throw new Error('no event')
    const at = createdAt ?? event.createdAt
    const { id } = await tx
      .insertInto('deliveries')
      .values({
        organizationId,
        webhookId,
        eventPosition: event.position,
        eventId: event.id,
        eventType: type,
        state,
        attempts,
        tries: attempts,
        dueAt,
        body: attempts > 0 ? '{"sent":true}' : null,
        reason: state === 'failed' ? 'answered 500' : null,
        createdAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let number = 1; number <= attempts; number++)
      await tx
        .insertInto('deliveryAttempts')
        .values({
          organizationId,
          webhookId,
          deliveryId: id,
          number,
          outcome: 'failed',
          status: 500,
          durationMs: 12,
          response: 'down',
          error: 'answered 500',
          createdAt: new Date(),
        })
        .execute()
    return { id, eventId: eventIdOf(event) }
  })
}

const FAR = new Date('2099-01-01T00:00:00Z')

/** The rows of some deliveries, by id. */
export async function deliveryRows({ services }: Pick<TestApp, 'services'>, ids: number[]) {
  return services.db.selectFrom('deliveries').selectAll().where('id', 'in', ids).orderBy('id').execute()
}
