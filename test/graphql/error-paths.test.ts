import { expect, onTestFinished, test } from 'vitest'
import { assertFieldPaths } from '../support/contract/field-paths.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const LONG = 'x'.repeat(501)

test.each([
  ['a search for posts', `{ posts(filter: { search: "${LONG}" }) { totalCount } }`, 'filter.search'],
  ['a search for comments', `{ comments(filter: { search: "${LONG}" }) { totalCount } }`, 'filter.search'],
  [
    'a search below statuses',
    `{ statuses { posts(filter: { search: "${LONG}" }) { nodes { id } } } }`,
    'filter.search',
  ],
  [
    'the key of a status',
    '{ posts(filter: { statuses: [{ slug: "done" }, { id: "tag_1" }] }) { totalCount } }',
    'filter.statuses.1.id',
  ],
  [
    'an authorization request',
    '{ consentRequest(request: { clientId: "unknown", redirectUri: "https://a.example/" }) { state } }',
    'request.clientId',
  ],
])('the error of a query has the path of the argument: %s', async (_name, query, path) => {
  const { body } = await app.graphql(query, {}, tenant.admin.session)
  expect(body.errors[0].message).toMatch(`"${path}" `)
  expect(Object.keys(body.errors[0].extensions.errors)).toEqual([path])
})

const PLAN = `mutation ($input: PlanImportInput!) { planImport(input: $input) { errors { field message problem } } }`
const TOO_LONG = 'is too long (maximum is 1000 characters)'

test.each([
  ['a blank key', 'CANNY', { key: ' ' }, ['from', 'api', 'key'], `can't be blank`],
  ['a long key', 'CANNY', { key: LONG + LONG }, ['from', 'api', 'key'], TOO_LONG],
  ['no address', 'ASTUTO', { key: 'key' }, ['from', 'api', 'url'], `can't be blank`],
  [
    'an address that is not https',
    'ASTUTO',
    { key: 'key', url: 'http://astuto.example/' },
    ['from', 'api', 'url'],
    'must be an https URL',
  ],
  ['no API', 'FIDER', { key: 'key' }, ['source'], 'has no API that can be read; upload a file'],
])('planImport with %s names the path of the input', async (_name, source, api, field, problem) => {
  const { body } = await app.graphql(PLAN, { input: { source, from: { api } } }, tenant.admin.session)
  const message = `"${field.join('.')}" ${problem}.`
  expect(body.data.planImport.errors).toEqual([{ field, message, problem }])
})

test('a post whose submitter is deleted at the same time names the submitter, and REST the name it always had', async () => {
  const email = 'late@people.example'
  await app.database.pool.query(`create function forget() returns trigger language plpgsql as $$ begin
    delete from users where email = '${email}'; return new; end $$;
    create trigger forget after insert on events for each row execute function forget()`)
  onTestFinished(async () => {
    await app.database.pool.query('drop function forget cascade')
  })
  const create = `mutation { createPost(input: { title: "Late", submitter: { email: "${email}" } }) {
    errors { field problem } } }`
  const { body } = await app.graphql(create, {}, tenant.key)
  expect(body.data.createPost.errors).toEqual([{ field: ['submitter'], problem: 'does not exist' }])
  const answer = await app.call('POST', '/api/v3/feature_requests/post_on_behalf', {
    headers: tenant.keyAndAdmin,
    body: { title: 'Late', email },
  })
  expect([answer.status, answer.body.errors]).toEqual([422, { submitter_id: ['does not exist'] }])
})

const DOCUMENT = `query { posts(filter: { search: "x" }) { nodes { found: comments(first: 0) { nodes { id } } } } }
  mutation { one: createPost(input: { title: "x" }) { errors { field } } updatePosts(input: { ids: [], changes: {} }) { results { errors { field } } } }`
const failed = (path: (string | number)[], field: string) => ({
  errors: [{ path, extensions: { errors: { [field]: ['is wrong'] } } }],
})
const refused = (field: string[]) => ({ data: { one: { errors: [{ field }] } } })

test.each([
  ['an argument', failed(['posts'], 'filter.search'), failed(['posts'], 'search')],
  [
    'an argument of a nested field',
    failed(['posts', 'nodes', 0, 'found'], 'first'),
    failed(['posts', 'nodes', 0, 'found'], 'filter'),
  ],
  ['an item of a list', failed(['posts'], 'filter.statuses.0.id'), failed(['posts'], 'filter.statuses.id')],
  ['an input', refused(['submitter', 'email']), refused(['submitterId'])],
  [
    'an input of a result',
    { data: { updatePosts: { results: [{ errors: [{ field: ['changes', 'title'] }] }] } } },
    { data: { updatePosts: { results: [{ errors: [{ field: ['title'] }] }] } } },
  ],
])('the check of every request finds a wrong path of %s', (_name, valid, wrong) => {
  expect(() => assertFieldPaths({ query: DOCUMENT }, valid)).not.toThrow()
  expect(() => assertFieldPaths({ query: DOCUMENT }, wrong)).toThrow('is no input of')
})
