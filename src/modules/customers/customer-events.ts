import type { Actor } from '../../events/actor.ts'
import { changesBetween } from '../../events/changes-between.ts'
import type { NewEvent } from '../../events/record.ts'
import { toCustomerSnapshot, type CustomerSnapshot } from './customer-snapshot.ts'
import { customerEventFields, type CustomerFacts } from './event-fields.ts'

type CustomerEventType = Extract<NewEvent['type'], `customer_${string}`>

/** Returns an event about a customer, without changes. */
export function customerEvent(actor: Actor, type: CustomerEventType, customer: object): NewEvent {
  const snapshot = toCustomerSnapshot(customer)
  return { organizationId: snapshot.organizationId, actor, type, subjectId: snapshot.id, snapshot }
}

/**
 * Returns the event of a customer that was stored: its creation if `before` is null, otherwise its update with
 * the changes. Returns none without a change.
 */
export function eventsOfStoredCustomer(
  actor: Actor,
  before: CustomerFacts | null,
  after: CustomerSnapshot,
): NewEvent[] {
  if (!before) return [customerEvent(actor, 'customer_created', after)]
  const difference = changesBetween(customerEventFields(before), customerEventFields(after))
  return difference ? [{ ...customerEvent(actor, 'customer_updated', after), ...difference }] : []
}
