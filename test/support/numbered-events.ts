import { inTransaction } from '../../src/db/transaction.ts'
import { recordEvents } from '../../src/events/record.ts'
import type { TestApp } from './app.ts'
import { readEvents, type ServerEvent } from './event-streams.ts'
import type { Tenant } from './scenario.ts'
import { connect, type Client, type Message } from './sockets.ts'

/** Asks for all events; what `happen` records makes frames of the size of its filling. */
export const NUMBERED = 'subscription ($after: String) { events(after: $after) { id type createdAt before } }'

export const FOUR_KB = 'x'.repeat(4_000)

/** Records events whose numbers are in order from `from` on, in one transaction. */
export async function happen(
  { services: { db } }: Pick<TestApp, 'services'>,
  tenant: Tenant,
  from: number,
  count: number,
  filling = FOUR_KB,
): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({
    organizationId: tenant.organization.id,
    type: 'post_updated' as const,
    subjectId: 1,
    snapshot: {},
    before: { number: from + index, filling },
  }))
  await inTransaction(db, (tx) => recordEvents(tx, events))
}

/** A socket that is told all events, under the id `1`; only their ids and numbers are kept. */
export async function followBySocket(
  app: Pick<TestApp, 'url'>,
  tenant: Tenant,
  after: string | null = null,
): Promise<Client> {
  const keep = ({ payload, ...message }: Message) => ({ ...message, payload: withoutFilling(payload) })
  const client = await connect(app, tenant.key, { keep })
  client.subscribe('1', NUMBERED, { after })
  return client
}

/** A server-sent stream of all events; only their ids and numbers are kept. */
export function followByStream(app: Pick<TestApp, 'url'>, tenant: Tenant) {
  const keep = (event: ServerEvent) => ({ ...event, data: withoutFilling(event.data) as ServerEvent })
  return readEvents(app, NUMBERED, tenant.key, {}, keep)
}

/** The numbers of what a reader was told, in its order. */
export function numbersOf(results: { data: { events: { before: { number: number } } } }[]): number[] {
  return results.map(({ data }) => data.events.before.number)
}

export const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)

function withoutFilling(payload: Message['payload']): Message['payload'] {
  const { id, before } = payload?.data?.events ?? {}
  return before ? { data: { events: { id, before: { number: before.number } } } } : payload
}
