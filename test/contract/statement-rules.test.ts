import { expect, test } from 'vitest'
import { EXEMPTIONS } from '../support/contract/across-organizations.ts'
import { problemsOf } from '../support/contract/statement-rules.ts'
import { tenantTables } from '../support/contract/tenant-tables.ts'

const POSTS = ['posts is not limited to an organization']
const LOCKED = ['rows of more than one organization are locked']
const INSERTING = ['the query of an INSERT locks rows beside those of a function']
const INSERT = ['a query is inside of the values of an INSERT']
const EMPTY = ['a query inside of another has no columns']
const TIMED = ['an UPDATE computes from a time and a column']
const TIMED_DELETE = ['a DELETE computes from a time and a column']
const CHOSEN = ['an UPDATE computes a time inside of CASE or COALESCE']
const LATERAL = ['a lateral query is about more than one organization']
const LIMITED = 'select id from posts where organization_id ='

test.each<[string, string[]]>([
  ['select * from posts', POSTS],
  ['select * from posts where id = $1', POSTS],
  ['select * from posts where organization_id = $1 or id = $2', POSTS],
  ['select * from posts where organization_id <> $1', POSTS],
  ['select * from posts p join organizations o on o.id = p.organization_id where o.slug = $1', POSTS],
  [
    'select * from posts where exists (select 1 from votes v where v.organization_id = posts.organization_id)',
    POSTS,
  ],
  ['with all_posts as (select * from posts) select 1', POSTS],
  ['delete from posts where id = $1', POSTS],
  ['update posts p set title = $1 from tags t where t.organization_id = $2', POSTS],
  ['select * from posts where organization_id = $1 union all select * from posts', POSTS],
  ['insert into votes select * from posts', POSTS],
  ['select * from posts where organization_id = $1', []],
  ['select * from posts where (organization_id, id) = ($1, $2)', []],
  ['select * from posts where organization_id in ($1, $2)', []],
  ['select * from posts where organization_id = any($1::int[])', []],
  [
    'select * from posts p join users u on u.organization_id = p.organization_id where u.organization_id = $1',
    [],
  ],
  ['select * from posts p join organizations o on o.id = p.organization_id where o.id = $1', []],
  [
    'select * from unnest($1::int[]) as k (organization_id) join posts p on p.organization_id = k.organization_id',
    [],
  ],
  ['with one as (select * from posts where organization_id = $1) select * from one', []],
  ['select * from organizations', []],
  ['select from posts where organization_id = $1 and id = $2 for update', []],
  ['select from posts where organization_id = any($1::int[]) for update', LOCKED],
  [
    'select from unnest($1::int[]) as k (organization_id) join posts p on p.organization_id = k.organization_id for share',
    LOCKED,
  ],
  ['insert into tags (organization_id, name) values ($1, $2)', []],
  ['insert into tags (organization_id, name) values ($1, (select name from accounts))', INSERT],
  ['insert into tags (organization_id, name) select $1, (select name from accounts)', INSERT],
  ['insert into tags (organization_id, name) select 1, name from accounts', []],
  [
    'insert into tags (organization_id) values ($1) on conflict do update set name = (select name from accounts)',
    INSERT,
  ],
  [
    'update posts set title = $1 where organization_id = $2 returning (select 1)',
    ['a query is inside of RETURNING'],
  ],
  [
    'update posts set title = $1 where organization_id = $2 returning lower(title)',
    ['a function is inside of RETURNING'],
  ],
  ['update posts set created_at = now() + votes_count * $1 where organization_id = $2', TIMED],
  ['update posts set updated_at = greatest($1, updated_at + $2::interval) where organization_id = $3', TIMED],
  [
    "update posts set updated_at = greatest(now(), (updated_at at time zone 'UTC' + interval '1 ms') at time zone 'UTC') where organization_id = $1",
    [],
  ],
  ['update posts set title = to_char(created_at, $1) where organization_id = $2', TIMED],
  ["delete from posts where organization_id = $1 and created_at + interval '1 day' < $2", TIMED_DELETE],
  ["delete from posts where organization_id = $1 and created_at < now() - interval '1 day'", []],
  [
    'update posts set created_at = greatest(statement_timestamp(), created_at) where organization_id = $1',
    [],
  ],
  ['update posts set created_at = coalesce(created_at, now()) where organization_id = $1', CHOSEN],
  [
    'update posts set created_at = case when title = $2 then current_timestamp end where organization_id = $1',
    CHOSEN,
  ],
  [
    'update posts set created_at = clock_timestamp() where organization_id = $1',
    ['an UPDATE calls a VOLATILE function'],
  ],
  ['update posts set created_at = now() + $1 where organization_id = $2', []],
  [
    'insert into tags (organization_id) values ($1) on conflict (organization_id) do update set created_at = now()',
    ['ON CONFLICT computes with a time or another changing function'],
  ],
  [
    'insert into tags (organization_id) values ($1) on conflict (organization_id) do update set created_at = excluded.created_at',
    [],
  ],
  [
    'with recursive a as (select id from posts where organization_id = $1 union all select a.id from a) select from a',
    [],
  ],
  [
    'with recursive a as (select id from posts where organization_id = any($1::int[]) union all select a.id from a) select from a',
    ['a recursive query is about more than one organization'],
  ],
  [`select from unnest($1::int[]) as k (org) cross join lateral (${LIMITED} k.org limit 1) p`, LATERAL],
  [`select from unnest($1::int[]) as k (post) cross join lateral (${LIMITED} $2 and id = k.post) p`, []],
  [
    'select from unnest($1::int[]) as k (org) where exists (select 1 from posts where organization_id = k.org)',
    ['a query is correlated with rows of a function'],
  ],
  [
    'select from unnest($1::int[]) as k (id) where exists (select 1 from posts where organization_id = $2 and id = k.id)',
    [],
  ],
  [
    'with d as (delete from posts where organization_id = any($1::int[]) returning id) select from d',
    ['a query of WITH changes rows of more than one organization'],
  ],
  ['with d as (delete from posts where organization_id = $1 returning id) select from d', []],
  [
    'select from posts where organization_id = $1 and exists (select from votes where organization_id = $1)',
    EMPTY,
  ],
  ['select * from sessions where exists (select from sessions)', []],
  [
    'with r as (select id from posts where organization_id = $1) select from webhooks w join r on true where w.organization_id = $1 for share of w',
    ['rows are locked by a query that reads a query of WITH'],
  ],
  [
    'with r as (select id from posts where organization_id = $1) select from webhooks where organization_id = $1 and id = (select max(id) from r) for share',
    [],
  ],
  ['insert into tags select 1 from unnest($1) l, posts where organization_id = $2 for share', INSERTING],
  [
    "select nextval('posts_id_seq') from posts where organization_id = $1",
    ['a number of a sequence is taken beside tables'],
  ],
  ["select nextval('posts_id_seq')", []],
  ['select ctid from posts where organization_id = $1', ['a row is named by its physical address']],
  [
    "select case kind when 'open' then 1 end from statuses where organization_id = $1",
    ['a CASE compares a value with WHEN'],
  ],
  [
    'insert into tags (organization_id) select $1::int from unnest($2::int[]) on conflict (organization_id) do update set name = $3',
    ['ON CONFLICT of an INSERT with a query has a parameter'],
  ],
  [
    'insert into tags (organization_id) values ($1) on conflict (organization_id) do update set name = $2',
    [],
  ],
  [
    'insert into tags (organization_id, name) select $1, e.name from unnest($2::text[]) as e(name) where not exists (select 1 from tags t where t.organization_id = $1 and t.name = e.name)',
    ['the query of an INSERT has a query that is correlated with rows of a function or of WITH'],
  ],
  [
    'select from import_runs r where r.organization_id = any($1::int[]) and not exists (select 1 from jsonb_to_recordset($2::jsonb) as e(id int) where e.id = r.id)',
    ['a query of more than one organization reads rows of JSON'],
  ],
  [
    'with one as (select * from posts where organization_id = $1) select from tags t join one on one.organization_id = t.organization_id',
    ['tags is not limited to an organization'],
  ],
  [
    "with seen as (update sessions set expires_at = created_at + interval '1 day') select from organizations",
    TIMED,
  ],
  ["update sessions set expires_at = created_at + interval '1 day'", []],
  [
    'select from sessions s where exists (select 1 from users u where u.organization_id = $1 and u.account_id = s.account_id)',
    ['a query is correlated with rows of a table of the coordinator'],
  ],
  ['update accounts set name = (select 1)', []],
  ['begin', []],
  ['create table posts_1 (id int)', []],
])('%s', (text, problems) => {
  expect(problemsOf(text).map(({ message }) => message)).toEqual(problems)
})

test('a text that is not SQL is an error', () => {
  expect(() => problemsOf('select from where')).toThrow('syntax error')
})

test('the tables of organizations come from the models', () => {
  expect(tenantTables.size).toBeGreaterThan(30)
  expect([...tenantTables]).toEqual(expect.arrayContaining(['posts', 'events', 'delivery_attempts']))
  for (const name of ['organizations', 'oauth_apps', 'accounts', 'sessions'])
    expect(tenantTables.has(name), name).toBe(false)
})

test('every exemption from a rule has a reason, and is listed once', () => {
  for (const exemptions of Object.values(EXEMPTIONS)) {
    for (const { part, reason } of exemptions)
      expect([part, reason].every((text) => text.length > 15)).toBe(true)
    expect(new Set(exemptions.map(({ part }) => part)).size).toBe(exemptions.length)
  }
})
