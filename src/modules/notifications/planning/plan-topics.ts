import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import type { NotificationTopic } from '../../../db/rows.ts'
import { notify } from '../../../db/history/notifications.ts'
import { databaseNow, databaseNowPlus } from '../../../db/time.ts'
import { afterCommit, inTransaction } from '../../../db/transaction.ts'
import type { RowKey } from '../../../db/writes/by-organization.ts'
import { readChoices, type Choice } from '../preferences/read-choices.ts'
import { closeTopic } from './close-topic.ts'
import { openTopic } from './open-topics.ts'
import { PEOPLE, readPeople, withPresent, type TopicPerson } from './read-people.ts'
import type { TopicContent } from './topic-content.ts'

/** Maximum number of topics of one round. */
const TOPICS = 100

/** Returns the topics that are due, in all organizations, the longest due first. */
export async function listDueTopics(db: Db): Promise<RowKey[]> {
  const { rows } = await sql<RowKey>`select organization_id as "organizationId", id from notification_topics
    where planned_at is null and due_at <= ${databaseNow} order by due_at limit ${sql.lit(TOPICS)}`.execute(
    db,
  )
  return rows
}

/**
 * Plans the next people of a topic that is due, at most 1,000: a notification for each, and a mail for those who
 * want one at once. All of it is one transaction, with the position in the topic, so that a killed process has lost
 * and doubled nothing. Does nothing while another process does it. With a limit of mails for a minute, the mails of
 * the topic are due at this rate, so that those of other topics are sent between them.
 */
export function planTopic(db: Db, { organizationId, id }: RowKey, mailsPerMinute = 0): Promise<void> {
  return inTransaction(db, async (tx) => {
    const topic = await lockTopic(tx, organizationId, id)
    if (!topic) return
    const content = (topic.content as TopicContent | null) ?? (await close(tx, topic))
    const people = content ? await readPeople(tx, topic, content, topic.plannedTo) : []
    const mailed = await storePlanned(tx, topic, people)
    if (mailed.length > 0) await queueMails(tx, topic, mailed, mailsPerMinute)
    const last = people.length < PEOPLE ? undefined : people.at(-1)
    await setPlanned(tx, topic, last?.userId ?? null)
  })
}

/** Delays a topic that cannot be planned by a minute, so that others are planned. */
export async function delayTopic(db: Db, { organizationId, id }: RowKey): Promise<void> {
  await sql`update notification_topics set due_at = ${databaseNowPlus(60)}
    where organization_id = ${organizationId} and id = ${id}`.execute(db)
}

function lockTopic(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<NotificationTopic | undefined> {
  return tx
    .selectFrom('notificationTopics')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('plannedAt', 'is', null)
    .where('dueAt', '<=', databaseNow)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

async function close(tx: Transaction, topic: NotificationTopic): Promise<TopicContent | null> {
  const { organizationId, id, subject, subjectId, postIds, createdAt: at } = topic
  const { content, lastNumber = topic.lastNumber } = await closeTopic(tx, topic)
  await tx
    .updateTable('notificationTopics')
    .set({ content: JSON.stringify(content ?? {}), lastNumber })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
  if (lastNumber < topic.lastNumber) {
    const events = { first: { number: lastNumber + 1, at }, last: { number: topic.lastNumber, at } }
    await openTopic(tx, organizationId, { subject, subjectId, postIds, ...events }, 0)
  }
  return content
}

/** Stores how far a topic is planned. Null: to its end. */
function setPlanned(tx: Transaction, { organizationId, id }: NotificationTopic, plannedTo: number | null) {
  return tx
    .updateTable('notificationTopics')
    .set(plannedTo === null ? { plannedAt: databaseNow } : { plannedTo })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

type Planned = { person: TopicPerson; choice: Choice }

/** Stores the notifications of people. Returns those who are mailed at once. */
async function storePlanned(tx: Transaction, topic: NotificationTopic, people: readonly TopicPerson[]) {
  const { organizationId } = topic
  const readers = people.filter(({ isReader, kinds }) => isReader && kinds.length > 0)
  const choices = await readChoices(tx, organizationId, readers)
  const planned = readers.flatMap((person): Planned[] => {
    const choice = choices.get(person.userId)
    return choice && (choice.inBell || choice.frequency !== 'never') ? [{ person, choice }] : []
  })
  if (planned.length === 0) return []
  const stored = new Set(await storeNotifications(tx, topic, planned))
  afterCommit(tx, (db) => notify(db, `bell:${organizationId}`))
  return planned
    .filter(({ person, choice }) => stored.has(person.userId) && choice.frequency === 'at_once')
    .map(({ person }) => person)
}

/** Returns the ids of the people who had none of this topic. */
async function storeNotifications(
  tx: Transaction,
  { organizationId, id }: NotificationTopic,
  planned: readonly Planned[],
): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    insert into notifications (organization_id, topic_id, user_id, kinds, in_bell, frequency, created_at)
    select ${organizationId}, ${id}, user_id, kinds::notification_kind[], in_bell, frequency::mail_frequency, ${databaseNow}
    from unnest(${planned.map(({ person }) => person.userId)}::int[], ${planned.map(({ person }) => `{${person.kinds.join()}}`)}::text[],
      ${planned.map(({ choice }) => choice.inBell)}::bool[], ${planned.map(({ choice }) => choice.frequency)}::text[])
      as planned (user_id, kinds, in_bell, frequency)
    on conflict (organization_id, topic_id, user_id) do nothing returning user_id as "userId"`.execute(tx)
  return rows.map(({ userId }) => userId)
}

async function queueMails(
  tx: Transaction,
  { organizationId, id }: NotificationTopic,
  planned: readonly TopicPerson[],
  perMinute: number,
): Promise<void> {
  const mailed = await withPresent(tx, organizationId, planned)
  if (mailed.length === 0) return
  const seconds = perMinute === 0 ? 0 : 60 / perMinute
  await sql`
    insert into mails (organization_id, kind, topic_id, user_id, email, locale, due_at, created_at)
    select ${organizationId}, 'notification', ${id}, mailed.user_id, mailed.email,
      coalesce(mailed.locale, (select default_locale from organizations where id = ${organizationId})),
      ${databaseNow} + make_interval(secs => ${seconds} * (number - 1 + (select count(*) from mails
        where organization_id = ${organizationId} and topic_id = ${id}))), ${databaseNow}
    from unnest(${mailed.map((person) => person.userId)}::int[], ${mailed.map((person) => person.email)}::text[],
      ${mailed.map((person) => person.locale)}::text[]) with ordinality as mailed (user_id, email, locale, number)`.execute(
    tx,
  )
  afterCommit(tx, (db) => notify(db, 'mails'))
}
