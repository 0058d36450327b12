import { sql, type RawBuilder } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import type { NotificationKind } from '../../../db/generated/tables.ts'
import type { NotificationTopic } from '../../../db/rows.ts'
import type { TopicContent } from './topic-content.ts'

/** A person whom a topic concerns. */
export type TopicPerson = {
  userId: number
  kinds: NotificationKind[]
  email: string | null
  locale: string | null
  noMail: boolean
  /** Whether the person is notified at all: not blocked, not erased, reachable, and sees the post. */
  isReader: boolean
}

/** Maximum number of people of one statement. */
export const PEOPLE = 1_000

/**
 * Reads the next people of a topic in the order of their ids, each once with all of their kinds, and without any if
 * they have caused all of it. Voters, subscribers
 * and the submitter are read in the order of their keys, so that the cost does not depend on their number.
 */
export async function readPeople(
  db: Db,
  topic: NotificationTopic,
  content: TopicContent,
  after: number,
): Promise<TopicPerson[]> {
  const { organizationId } = topic
  const { listed = [], excluded = [] } = content
  const { rows } = await sql<TopicPerson>`
    with each as (
      ${sql.join(sourcesOf(topic, content, after), sql` union all `)}
      union all
      select user_id, kind from unnest(${listed.map(({ userId }) => userId)}::int[],
        ${listed.map(({ kind }) => kind)}::notification_kind[]) as listed (user_id, kind)),
    person as (
      select user_id, array_agg(distinct kind order by kind) as kinds from each
      where user_id > ${after}
      group by user_id order by user_id limit ${sql.lit(PEOPLE)})
    select p.user_id as "userId", p.kinds::text[] as kinds, u.email, u.locale, u.no_mail as "noMail",
      ${isReader(organizationId)} and ${seesPost(topic, content)} as "isReader"
    from person p join users u on u.organization_id = ${organizationId} and u.id = p.user_id
    order by p.user_id`.execute(db)
  const isExcluded = (userId: number, kind: NotificationKind) =>
    excluded.some((one) => one.userId === userId && one.kind === kind)
  return rows.map((row) => ({ ...row, kinds: row.kinds.filter((kind) => !isExcluded(row.userId, kind)) }))
}

/** Condition on the row `u` of a person who may be notified. One without an address has no way to sign in. */
export const isReader = (
  organizationId: number,
) => sql<boolean>`not u.blocked and not u.bot and u.email is not null
  and (u.reachable or u.role is not null or (
    select notify_people_of_imports from organizations where id = ${organizationId}))`

type Addressed = { userId: number; email: string | null }

/**
 * Returns the people whose address is still theirs. The lock makes an erasure wait until their mails are stored, so
 * that it empties them. It is a statement of its own, because Citus refuses a lock within `INSERT … SELECT`.
 */
export async function withPresent<Person extends Addressed>(
  tx: Transaction,
  organizationId: number,
  people: readonly Person[],
): Promise<Person[]> {
  const { rows } = await sql<Addressed>`select id as "userId", email from users
    where organization_id = ${organizationId} and id = any(${people.map(({ userId }) => userId)}::int[])
    order by id for share`.execute(tx)
  const emails = new Map(rows.map(({ userId, email }) => [userId, email]))
  return people.filter(({ userId, email }) => email !== null && emails.get(userId) === email)
}

/** Condition on the row `u` of a person who has not muted a post. */
export const hasNotMuted = (organizationId: number, postId: number) => sql<boolean>`not exists (
  select 1 from post_mutes m
  where m.organization_id = ${organizationId} and m.post_id = ${postId} and m.user_id = u.id)`

function seesPost({ organizationId, subject, subjectId }: NotificationTopic, { seenBy }: TopicContent) {
  if (subject !== 'post') return sql`true`
  const muted = hasNotMuted(organizationId, subjectId)
  if (seenBy === undefined) return muted
  if (seenBy === 'team') return sql`${muted} and u.role is not null`
  return sql`${muted} and (u.role is not null or u.id = (
    select submitter_id from posts where organization_id = ${organizationId} and id = ${subjectId}))`
}

/** Returns queries of pairs of a person and a kind, with all people after one and at most as many as are read. */
function sourcesOf(
  { organizationId, subject, subjectId }: NotificationTopic,
  { waiting = [], following = [], merged = [], subscribers = false }: TopicContent,
  after: number,
): RawBuilder<unknown>[] {
  const pairs = (people: RawBuilder<unknown>, kinds: readonly NotificationKind[]) =>
    sql`select w.user_id, k.kind from (${people}) w cross join unnest(${kinds}::notification_kind[]) as k (kind)`
  const isOfPost = subject === 'post'
  return [
    sql`select null::int as user_id, null::notification_kind as kind from unnest('{}'::int[])`,
    ...(isOfPost && waiting.length > 0
      ? [pairs(waitingPeople(organizationId, subjectId, { after }), waiting)]
      : []),
    ...(isOfPost && following.length > 0
      ? [pairs(followers(organizationId, subjectId, { after }), following)]
      : []),
    ...(merged.length > 0 ? [pairs(mergedPeople(organizationId, merged), ['post_merged'])] : []),
    ...(subscribers ? [pairs(changelogPeople(organizationId, { after }), ['changelog_published'])] : []),
  ]
}

/** Range of ids of people: those after one, at most as many as are read. */
type Range = { after: number }

/** Query of the people who wait for a post: its up-voters and its followers. All of them without a range. */
export const waitingPeople = (organizationId: number, postId: number, range?: Range) => sql`
  (select user_id from votes where organization_id = ${organizationId} and post_id = ${postId} and direction = 'up'
    ${within(range)})
  union ${followers(organizationId, postId, range)}`

/** Query of the submitter and the subscribers of a post. */
const followers = (organizationId: number, postId: number, range?: Range) => sql`
  (select user_id from post_subscribers where organization_id = ${organizationId} and post_id = ${postId} ${within(range)})
  union (select submitter_id from posts where organization_id = ${organizationId} and id = ${postId})`

/** End of a query that reads people in the order of its key. */
const within = (range: Range | undefined) =>
  range ? sql`and user_id > ${range.after} order by user_id limit ${sql.lit(PEOPLE)}` : sql``

const mergedPeople = (organizationId: number, childIds: readonly number[]) => sql`
  select person as user_id from (
    select unnest(voter_ids || subscriber_ids) as person from post_merges
    where organization_id = ${organizationId} and child_id = any(${childIds}::int[])) moved
  union (select submitter_id from posts where organization_id = ${organizationId} and id = any(${childIds}::int[]))`

const changelogPeople = (organizationId: number, range: Range) => sql`
  select user_id from changelog_subscribers where organization_id = ${organizationId} ${within(range)}`
