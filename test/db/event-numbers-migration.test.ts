import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { eventIdOf } from '../../src/events/cursor.ts'
import { readEvents } from '../../src/events/event-log.ts'
import { findEvent } from '../../src/modules/events/find-event.ts'
import { currentHead } from '../../src/modules/events/current-head.ts'
import { resumeCursor } from '../../src/modules/events/resume-cursor.ts'
import { eventsOfDeliveries } from '../../src/modules/webhooks/deliveries/events-of-deliveries.ts'
import { copyMigrationsBefore } from '../support/fixtures/earlier-migrations.ts'
import { MIGRATIONS } from '../support/global-setup.ts'
import { cleanUp, query, start, temporary } from './support.ts'

afterAll(cleanUp)

/** Events 1 to 4 were queued, 1 and 2 in one transaction. Event 4 of the first organization is deferred. */
const FORMER = `
  select make_part('events', 'events_20990105', '2099-01-05', '2099-01-12');
  insert into organizations (id, slug, name, sso_key_ciphertext) values (1, 'one', 'One', ''), (2, 'two', 'Two', '');
  insert into events (organization_id, position, id, type, subject_id, snapshot, created_at) values
    (1, 500, 2, 'post_created', 7, '{}', now()), (1, 500, 1, 'post_created', 7, '{}', now()),
    (2, 510, 3, 'post_created', 8, '{}', '2099-01-06'), (1, 490, 4, 'vote_added', 7, '{}', now()),
    (1, 700, 5, 'bucket_updated', 9, '{}', now()), (1, 690, 6, 'post_updated', 7, '{}', now());
  update event_log set forgotten = 300;
  update bridge_cursor set position = 600, event_id = 9;
  insert into unqueued_events select organization_id, position, id, created_at from events where id = 4;
  insert into deliveries (organization_id, webhook_id, event_position, event_id, event_type, due_at, created_at)
    select organization_id, 1, position, id, type, now(), created_at from events where id = 2;`

test('an upgrade numbers the log above its former positions, and former ids stay valid', async () => {
  const root = temporary()
  const { url } = await start(join(root, 'data'))
  await migrate({ url, migrationsDir: copyMigrationsBefore('0028', join(root, 'older')) })
  await query(url, FORMER)
  await migrate({ url, migrationsDir: MIGRATIONS })
  const numbers = await query(
    url,
    `select organization_id as org, number::int, event_id::int as id, of_post as post,
      tableoid::regclass::text = 'event_order_20990105' as later from event_order order by org, number`,
  )
  expect(numbers).toEqual([
    { org: 1, number: 702, id: 4, post: null, later: false },
    { org: 1, number: 703, id: 1, post: 7, later: false },
    { org: 1, number: 704, id: 2, post: 7, later: false },
    { org: 2, number: 702, id: 3, post: 8, later: true },
  ])
  expect(await query(url, 'select event_id::int as id from event_box order by 1')).toEqual([
    { id: 5 },
    { id: 6 },
  ])
  expect(await query(url, 'select position::int, event_id::int as id from unqueued_events')).toEqual([
    { position: 702, id: 4 },
  ])

  const database = await openDatabase({ url, max: 2 })
  const db = database.kysely
  const head = await currentHead(db, 1)
  expect(head.forgotten).toBe(701)
  const formerId = eventIdOf({ position: 500, id: 1 })
  expect(await findEvent(db, 1, formerId)).toMatchObject({ id: 1, position: 703 })
  expect(await findEvent(db, 2, formerId)).toBeNull()
  const after = await resumeCursor(db, 1, head, 'after', formerId)
  const { events } = await readEvents(db, { organizationId: 1, after, limit: 10 })
  expect(events.map(({ id }) => id)).toEqual([2, 5, 6])
  expect(events.at(-1)?.position).toBe(head.last)
  const gone = eventIdOf({ position: 200, id: 999 })
  await expect(resumeCursor(db, 1, head, 'after', gone)).rejects.toThrow('older than the event log')
  const [delivery] = await db.selectFrom('deliveries').select(['id', 'eventPosition']).execute()
  expect(delivery?.eventPosition).toBe(500)
  // Its `webhook-id` is the one that receivers have seen.
  expect(await eventsOfDeliveries(db, 1, [delivery?.id ?? 0])).toMatchObject([
    { event: { id: 2, position: 500 } },
  ])
  expect((await query(url, 'select deferred from event_heads order by organization_id'))[0]).toEqual({
    deferred: true,
  })
  await database.close()
})
