export type Known = Record<
  | 'post' | 'theirPost' | 'tag' | 'theirTag' | 'theirBucket' | 'changelog' | 'theirChangelog' | 'comment' | 'theirComment' | 'customer' | 'theirCustomer', // prettier-ignore
  number
>

type Varying<T> = T | ((known: Known) => T)
type Body = object | string | undefined

export type BadRequest = {
  name: string
  method: string
  path: Varying<string>
  /** Which credentials: the names of test/rest/bad-requests.test.ts. */
  as: string
  body?: Body | ((known: Known) => Body)
  status: number
  error: string
  /** Exactly the fields at fault. */
  fields?: string[]
}

const V3 = '/api/v3'
const PARAM = 'ERROR_CODE_INVALID_PARAM'
const MISSING = 'ERROR_CODE_MISSING_PARAM'
const UNAUTHORIZED = 'ERROR_CODE_UNAUTHORIZED'
const FORBIDDEN = 'ERROR_CODE_FORBIDDEN'
const NOT_FOUND = 'ERROR_CODE_NOT_FOUND'
const FORMAT = 'ERROR_CODE_INVALID_FORMAT'

const LISTS = ['feature_requests', 'comments', 'customers', 'changelogs', 'tags', 'roadmaps']

/** Page numbers, sizes and dates that no list takes. */
const queries: BadRequest[] = [
  ...LISTS.flatMap((list) =>
    [
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=abc', 'page'],
      ['page=1.5', 'page'],
      ['per_page=0', 'per_page'],
      ['per_page=101', 'per_page'],
    ].map(([query = '', field = '']) => get(`${list}?${query}`, PARAM, [field])),
  ),
  get('feature_requests?bucket_id=abc', PARAM, ['bucket_id']),
  get('feature_requests?bucket_id=1;drop table posts', PARAM, ['bucket_id']),
  get('feature_requests?approval_status=maybe', PARAM, ['approval_status']),
  get("feature_requests?approval_status='%20or%201=1--", PARAM, ['approval_status']),
  get('feature_requests?tag_ids[]=1&tag_ids[]=x', PARAM, ['tag_ids']),
  get('feature_requests?states[]=unheard_of', PARAM, ['states']),
  get('feature_requests?from_date=2026-13-01', PARAM, ['from_date']),
  get('feature_requests?from_date=2026-02-30', PARAM, ['from_date']),
  get('feature_requests?to_date=01.02.2026', PARAM, ['to_date']),
  get('feature_requests?to_date=2026-1-1', PARAM, ['to_date']),
  get('feature_requests?from_date=2026-05-02&to_date=2026-05-01', PARAM, ['from_date']),
  get('comments?from_date=2026-05-02&to_date=2026-05-01', PARAM, ['from_date']),
  get('comments?from_date=yesterday', PARAM, ['from_date']),
  get('comments?feature_request_id=first', PARAM, ['feature_request_id']),
  get('feature_requests?submitter_emails[]=a%00b', PARAM, ['submitter_emails']),
  get('customers?q=%00', PARAM, ['q']),
  get('changelogs?status=gone', PARAM, ['status']),
  get('changelogs?locale=xx', PARAM, ['locale']),
  get('changelogs?label_ids=one', PARAM, ['label_ids']),
]

/** Ids in paths that are none, are nobody's, or are another organization's. */
const paths: BadRequest[] = [
  ...['feature_requests', 'comments', 'customers', 'changelogs', 'tags', 'roadmaps'].flatMap((noun) => [
    get(`${noun}/abc`, PARAM, ['id']),
    get(`${noun}/1e3`, PARAM, ['id']),
    { ...get(`${noun}/2147483000`, NOT_FOUND), status: 404 },
    { ...get(`${noun}/99999999999999999999`, NOT_FOUND), status: 404 },
    { ...get(`${noun}/0`, NOT_FOUND), status: 404 },
    { ...get(`${noun}/-1`, NOT_FOUND), status: 404 },
  ]),
  ...(
    [
      ['feature_requests', 'theirPost'],
      ['comments', 'theirComment'],
      ['customers', 'theirCustomer'],
      ['changelogs', 'theirChangelog'],
      ['tags', 'theirTag'],
    ] as const
  ).flatMap(
    // prettier-ignore
    ([noun, key]) => [
      { ...get(`another organization's ${noun}`, NOT_FOUND), path: (known: Known) => `${V3}/${noun}/${known[key]}`, status: 404 },
      write('PUT', `another organization's ${noun}`, {}, 404, NOT_FOUND, undefined, (known) => `${V3}/${noun}/${known[key]}`),
      write('DELETE', `another organization's ${noun}`, undefined, 404, NOT_FOUND, undefined, (known) => `${V3}/${noun}/${known[key]}`),
    ],
  ),
  { name: 'no route', method: 'GET', path: `${V3}/nowhere`, as: 'key', status: 404, error: NOT_FOUND },
  {
    name: 'another case',
    method: 'GET',
    path: '/API/V3/feature_requests',
    as: 'key',
    status: 404,
    error: NOT_FOUND,
  },
  {
    name: 'a wrong method',
    method: 'PATCH',
    path: `${V3}/tags`,
    as: 'key',
    status: 405,
    error: 'ERROR_CODE_METHOD_NOT_ALLOWED',
  },
  {
    name: 'a path that does not decode',
    method: 'GET',
    path: `${V3}/tags/%E0%A4%A`,
    as: 'key',
    status: 400,
    error: PARAM,
  },
]

/** Credentials that are missing, wrong or not enough. */
const credentials: BadRequest[] = [
  ...['none', 'wrong key', 'empty key', 'key with a typo', 'session'].map((as) => ({
    ...get('feature_requests', UNAUTHORIZED),
    as,
    status: 401,
  })),
  ...[
    'bad token',
    'empty token',
    'expired token',
    'future token',
    'foreign token',
    'token without e-mail',
    'unsigned token',
    'token of another algorithm',
    'key',
  ].map(
    // prettier-ignore
    (as) => ({ ...write('POST', 'changelogs', { title: 'x' }, 401, UNAUTHORIZED), as }),
  ),
  ...['customers', 'customers/import', 'changelogs', 'feature_requests/post_on_behalf'].flatMap((path) => [
    {
      ...write('POST', path, { title: 'x', email: 'a@b.example', customers: [] }, 403, FORBIDDEN),
      as: 'customer',
    },
    {
      ...write('POST', path, { title: 'x', email: 'a@b.example', customers: [] }, 403, FORBIDDEN),
      as: "stranger's session",
    },
    {
      ...write('POST', path, { title: 'x', email: 'a@b.example', customers: [] }, 401, UNAUTHORIZED),
      as: 'none',
    },
  ]),
]

/** Bodies that are no JSON object, or too large. */
const bodies: BadRequest[] = [
  { ...write('POST', 'tags', '{"name":', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', '[]', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', '"name"', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', 'null', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', '{"name":"a"} trailing', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', 'name=a', 415, 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE'), as: 'form' },
  { ...write('POST', 'tags', '{"name":"a"}', 415, 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE'), as: 'text' },
  { ...write('POST', 'tags', '{"name":"a"}', 415, 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE'), as: 'utf16' },
  write('POST', 'tags', { name: 'x'.repeat(1_100_000) }, 413, 'ERROR_CODE_PAYLOAD_TOO_LARGE'),
]

/** Fields that are missing, of the wrong type, too long, not storable or point nowhere. */
const fields: BadRequest[] = [
  write('POST', 'feature_requests', {}, 422, MISSING, ['title']),
  write('POST', 'feature_requests', { title: '   ' }, 422, MISSING, ['title']),
  write('POST', 'feature_requests', { title: null }, 422, MISSING, ['title']),
  write('POST', 'feature_requests', { title: 5 }, 400, PARAM, ['title']),
  write('POST', 'feature_requests', { title: ['a'] }, 400, PARAM, ['title']),
  write('POST', 'feature_requests', { title: 'x'.repeat(300) }, 422, PARAM, ['title']),
  write('POST', 'feature_requests', { title: 'a\0b' }, 400, PARAM, ['title']),
  write('POST', 'feature_requests', '{"title":"\\ud800"}', 400, PARAM, ['title'], undefined, 'json'),
  write('POST', 'feature_requests', { title: 'x', description: 'a\0b' }, 400, PARAM, ['description']),
  write('POST', 'feature_requests', { title: 'x', bucket_id: 'first' }, 400, PARAM, ['bucket_id']),
  write('POST', 'feature_requests', { title: 'x', bucket_id: 2147483000 }, 422, PARAM, ['bucket_id']),
  write('POST', 'feature_requests', { title: 'x', bucket_id: 99999999999 }, 422, PARAM, ['bucket_id']),
  write('POST', 'feature_requests', { title: 'x', bucket_id: 1.5 }, 400, PARAM, ['bucket_id']),
  write('POST', "feature_requests, another organization's bucket", (known) => ({ title: 'x', bucket_id: known.theirBucket }), 422, PARAM, ['bucket_id'], () => `${V3}/feature_requests`), // prettier-ignore
  write('POST', "feature_requests, another organization's tag", (known) => ({ title: 'x', tag_ids: [known.tag, known.theirTag] }), 422, PARAM, ['tag_ids'], () => `${V3}/feature_requests`), // prettier-ignore
  write('POST', 'feature_requests', { title: 'x', tag_ids: 'one' }, 400, PARAM, ['tag_ids']),
  write('POST', 'feature_requests', { title: 'x', tag_ids: [{}] }, 400, PARAM, ['tag_ids']),
  write('POST', 'feature_requests', { title: 'x', state_id: 2147483000 }, 422, PARAM, ['state_id']),
  write('POST', 'feature_requests', { title: 'x', approval_status: 'approve' }, 400, PARAM, [
    'approval_status',
  ]),
  write('POST', 'feature_requests', { title: 1, bucket_id: 'x', approval_status: 2 }, 400, PARAM, [
    'title',
    'bucket_id',
    'approval_status',
  ]),
  write(
    'PUT',
    'feature_requests, unknown status',
    { status: 'no such' },
    422,
    PARAM,
    ['status'],
    (known) => `${V3}/feature_requests/${known.post}`,
  ),
  write(
    'PUT',
    'feature_requests, blank title',
    { title: ' ' },
    422,
    MISSING,
    ['title'],
    (known) => `${V3}/feature_requests/${known.post}`,
  ),
  write('PATCH', 'feature_requests, hidden of no sense', { hidden: 'perhaps' }, 400, PARAM, ['hidden'], (known) => `${V3}/feature_requests/${known.post}`), // prettier-ignore
  write('POST', 'feature_requests/post_on_behalf', { title: 'x' }, 422, MISSING, ['email']),
  write('POST', 'feature_requests/post_on_behalf', { title: 'x', email: 'no address' }, 400, PARAM, [
    'email',
  ]),
  write('POST', 'comments', { comment: 'x' }, 422, MISSING, ['feature_request_id']),
  write(
    'POST',
    'comments, blank',
    (known) => ({ feature_request_id: known.post, comment: ' ' }),
    422,
    MISSING,
    ['comment'],
    () => `${V3}/comments`,
  ),
  write('POST', "comments, another organization's post", (known) => ({ feature_request_id: known.theirPost, comment: 'x' }), 422, PARAM, ['feature_request_id'], () => `${V3}/comments`), // prettier-ignore
  write('POST', 'comments, unknown parent', (known) => ({ feature_request_id: known.post, comment: 'x', parent_id: 2147483000 }), 422, PARAM, ['parent_id'], () => `${V3}/comments`), // prettier-ignore
  write(
    'POST',
    'comments, NUL',
    (known) => ({ feature_request_id: known.post, comment: '\0' }),
    400,
    PARAM,
    ['comment'],
    () => `${V3}/comments`,
  ),
  write('POST', 'tags', {}, 422, MISSING, ['name']),
  write('POST', 'tags', { name: 'TAKEN' }, 422, 'ERROR_CODE_ALREADY_EXISTS', ['name']),
  write('POST', 'tags', { name: 'x', color: 'red' }, 400, PARAM, ['color']),
  write('POST', 'customers', {}, 422, MISSING, ['email']),
  write('POST', 'customers', { email: 'nobody' }, 400, PARAM, ['email']),
  write('POST', 'customers', { email: 'KNOWN@customer.example' }, 422, 'ERROR_CODE_ALREADY_EXISTS', [
    'email',
  ]),
  write('POST', 'customers', { email: 'x@y.example', labels: 'a\0' }, 400, PARAM, ['labels']),
  write('POST', 'customers', { email: 'x@y.example', custom_fields: [] }, 400, PARAM, ['custom_fields']),
  write('POST', 'customers', { email: 'x@y.example', custom_fields: { a: '\0' } }, 400, PARAM, [
    'custom_fields',
  ]),
  write('POST', 'customers', { email: 'x@y.example', starred: 'maybe' }, 400, PARAM, ['starred']),
  write('POST', 'customers/import', {}, 422, MISSING, ['customers']),
  write('POST', 'customers/import', { customers: 'all' }, 400, PARAM, ['customers']),
  write('POST', 'customers/import', { customers: Array.from({ length: 1001 }, () => ({})) }, 400, PARAM, [
    'customers',
  ]),
  write('POST', 'changelogs', {}, 422, MISSING, ['title']),
  write('POST', 'changelogs', { title: 'x', locale: 'xx' }, 400, PARAM, ['locale']),
  write('POST', 'changelogs', { title: 'x', scheduled_published_at: '2020-01-01' }, 422, PARAM, [
    'scheduled_published_at',
  ]),
  write('POST', 'changelogs', { title: 'x', scheduled_published_at: 'soon' }, 400, PARAM, [
    'scheduled_published_at',
  ]),
  write('POST', 'changelogs', { title: 'x', scheduled_published_at: '2027-02-31' }, 400, PARAM, [
    'scheduled_published_at',
  ]),
  write('POST', 'changelogs', { title: 'x', published: 'later' }, 400, PARAM, ['published']),
  write(
    'POST',
    'changelogs',
    { title: 'x', published: true, scheduled_published_at: '2999-01-01' },
    422,
    PARAM,
  ),
  write('POST', 'changelogs', { title: 'x', original_id: 2147483000 }, 422, PARAM, ['original_id']),
  write('POST', "changelogs, another organization's original", (known) => ({ title: 'x', locale: 'de', original_id: known.theirChangelog }), 422, PARAM, ['original_id'], () => `${V3}/changelogs`), // prettier-ignore
  write('POST', "changelogs, another organization's post", (known) => ({ title: 'x', feature_requests_ids: [known.theirPost] }), 422, PARAM, ['feature_requests_ids'], () => `${V3}/changelogs`), // prettier-ignore
]

/** Every one a request that must be refused. */
export const BAD_REQUESTS: BadRequest[] = [...queries, ...paths, ...credentials, ...bodies, ...fields]

function get(path: string, error: string, at?: string[]): BadRequest {
  return { name: path, method: 'GET', path: `${V3}/${path}`, as: 'key', status: 400, error, fields: at }
}

function write(
  method: string,
  name: string,
  body: Body | ((known: Known) => Body),
  status: number,
  error: string,
  at?: string[],
  path?: (known: Known) => string,
  as = 'admin',
): BadRequest {
  // prettier-ignore
  return { name, method, path: path ?? `${V3}/${name}`, as, body, status, error, fields: at }
}
