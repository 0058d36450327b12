import type { RawBuilder } from 'kysely'
import type { EventType } from '../../events/catalogue.ts'
import type { Cursor } from '../../events/cursor.ts'
import type { EventRow } from '../../events/event-row.ts'
import { readForgotten } from '../../events/heads.ts'
import { createLogReader } from '../../events/log-reader.ts'
import type { Context } from '../../graphql/context.ts'
import { rememberPage } from './replay-pages.ts'
import { subscriptionSource, type SubscriptionSource } from '../../graphql/subscription-source.ts'

type EventLogSource = {
  /** Values that identify equal items, besides the organization. */
  key: readonly unknown[]
  /** Cursor at which the subscriber starts. */
  start: Cursor
  /** The end of the log, at which the feed of an organization starts that is not followed. */
  end: Cursor
  types: readonly EventType[]
  /** Filters in the database. Must not exclude events for which `matches` is true. */
  only?: RawBuilder<boolean> | undefined
  matches: (event: EventRow) => boolean
  /** Returns those of the past events that the subscriber may still see. By default all. */
  stillVisible?: (events: EventRow[]) => Promise<EventRow[]>
}

const RUN = 100

/** Creates a source of the organization's events of the given types, from a cursor onwards. */
export function eventLogSource(
  { db, feed, organizationId }: Pick<Context, 'db' | 'feed' | 'organizationId'>,
  {
    key,
    start,
    end,
    types,
    only,
    matches,
    stillVisible = (events) => Promise.resolve(events),
  }: EventLogSource,
): SubscriptionSource<EventRow> {
  const readLog = createLogReader(db, RUN)
  const matchesSource = (event: EventRow) => types.includes(event.type) && matches(event)
  return subscriptionSource({
    key: JSON.stringify([organizationId, ...key]),
    subscribe: (listener) =>
      feed.subscribe(
        organizationId,
        (event) => {
          if (matchesSource(event)) listener(event)
        },
        end,
      ),
    log: {
      start,
      position: () => feed.position(organizationId) ?? end,
      cursorOf: ({ position, id }) => ({ position, id }),
      async read(after) {
        const read = await readLog({ after, organizationId, types, only })
        const items = await stillVisible(read.events.filter(matchesSource))
        rememberPage(items)
        return { items, position: read.reachedPosition, more: read.more }
      },
      forgotten: () => readForgotten(db, organizationId),
    },
  })
}
