import { assertSame, assertThat, forEach, formatValue, type Chapter, type Check } from '../check.ts'
import type { Operation } from '../document.ts'
import { assertRefused } from '../refusals.ts'
import { callerOf, NOTHING, type Target } from '../target.ts'

const TAGS = '/api/v3/tags'

/** Contract 2.6 and 2.7: the refusals and their bodies. No request of this chapter can change anything. */
export const errors: Chapter = {
  name: 'errors',
  section: '2.6, 2.7',
  checks: ({ document }) => [
    { name: 'A route that does not exist is 404', run: refuseRoutes },
    ...document.operations
      .filter(({ path, required }) => /^\/api\/v3\/.*\{/.test(path) && required.length === 0)
      .flatMap(checksOfId),
    { name: 'Another method of a route is 405 with Allow', run: refuseMethods },
    { name: 'A body that is not JSON is 400', run: refuseText },
    { name: 'A body that is no object is 400', run: refuseLists },
    { name: 'A body of another media type is 415', run: refuseTypes },
    { name: 'A body of more than 1 MB is 413', run: refuseSize },
    { name: 'A parameter of the wrong type is 400 and names its field', run: refuseWrongTypes },
    { name: 'A missing or blank parameter is 422 and names its field', run: refuseMissing },
  ],
}

async function refuseRoutes({ call }: Target): Promise<void> {
  await forEach(['/api/v3/nothing', '/api/v3', '/api/v3/tags/1/nothing'], async (path) =>
    assertRefused(await call('GET', path, { as: 'key' }), 404, 'ERROR_CODE_NOT_FOUND'),
  )
}

const checksOfId = (operation: Operation): Check[] => [
  {
    name: `${operation.route} is 404 for an id of nothing`,
    run: async (target) =>
      assertRefused(await sendTo(target, operation, String(NOTHING)), 404, 'ERROR_CODE_NOT_FOUND'),
  },
  {
    name: `${operation.route} refuses an id that is no number`,
    run: async (target) => {
      const codes = ['ERROR_CODE_INVALID_PARAM', 'ERROR_CODE_NOT_FOUND']
      assertRefused(await sendTo(target, operation, 'abc'), [400, 404], ...codes)
    },
  },
]

const sendTo = ({ call }: Target, { method, path }: Operation, id: string) =>
  call(method, path.replace(/\{\w+\}/g, id), method === 'GET' ? {} : { body: {} })

async function refuseMethods(target: Target): Promise<void> {
  const { document, call } = target
  const paths = Map.groupBy(document.operations, ({ path }) => path)
  await forEach(paths, async ([path, operations]) => {
    // A method that is documented for another route of the same form is answered by that route.
    const address = path.replace(/\{\w+\}/g, String(NOTHING))
    const method = ['PATCH', 'PUT', 'POST'].find((name) => !document.match(name, address))
    if (method === undefined) return
    const answer = await call(method, address, { as: 'key', body: {} })
    assertRefused(answer, 405, 'ERROR_CODE_METHOD_NOT_ALLOWED', 'invalid_request')
    const allowed = (answer.headers.get('Allow') ?? '').split(/\s*,\s*/)
    const missing = operations.map((operation) => operation.method).filter((name) => !allowed.includes(name))
    assertSame(`${method} ${path}, methods that Allow lacks`, missing, [])
    assertThat(!allowed.includes(method), `${method} ${path} is refused, and Allow names it`)
  })
}

async function refuseText({ call }: Target): Promise<void> {
  await forEach(['{', 'name=x', '{"name":}'], async (body) => {
    const headers = { 'Content-Type': 'application/json' }
    assertRefused(await call('POST', TAGS, { body, headers }), 400, 'ERROR_CODE_INVALID_FORMAT')
  })
}

async function refuseLists({ call }: Target): Promise<void> {
  await forEach([[], 1, '"text"', null], async (value) => {
    const body = typeof value === 'string' ? value : JSON.stringify(value)
    const headers = { 'Content-Type': 'application/json' }
    assertRefused(await call('POST', TAGS, { body, headers }), 400, 'ERROR_CODE_INVALID_FORMAT')
  })
}

async function refuseTypes({ call }: Target): Promise<void> {
  await forEach(['text/plain', 'application/xml', 'application/json; charset=latin9'], async (type) => {
    const answer = await call('POST', TAGS, { body: '{}', headers: { 'Content-Type': type } })
    assertRefused(answer, 415, 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE')
  })
}

async function refuseSize({ call }: Target): Promise<void> {
  const answer = await call('POST', TAGS, { body: { padding: 'x'.repeat(1_100_000) } })
  assertRefused(answer, 413, 'ERROR_CODE_PAYLOAD_TOO_LARGE')
}

async function refuseWrongTypes({ call }: Target): Promise<void> {
  const wrong: [path: string, body: object, field: string][] = [
    ['/api/v3/feature_requests', { bucket_id: 'abc' }, 'bucket_id'],
    ['/api/v3/feature_requests', { tag_ids: ['x'] }, 'tag_ids'],
    ['/api/v3/comments', { feature_request_id: [] }, 'feature_request_id'],
  ]
  await forEach(wrong, async ([path, body, field]) => {
    const answer = await call('POST', path, { body })
    assertRefused(answer, [400, 422], 'ERROR_CODE_INVALID_PARAM', 'ERROR_CODE_MISSING_PARAM')
    const fields = Object.keys((answer.body.errors ?? {}) as object)
    assertThat(fields.length > 0, `POST ${path} with ${formatValue(body)} names no field (such as ${field})`)
  })
}

async function refuseMissing(target: Target): Promise<void> {
  const { document, call, options } = target
  const creations = document.operations.filter(
    ({ method, path, required }) =>
      method === 'POST' && path.startsWith('/api/v3/') && !path.includes('{') && required.length > 0,
  )
  await forEach(creations, async (operation) => {
    if (callerOf(operation) !== 'key' && !options.session) return
    const answer = await call('POST', operation.path, { body: {} })
    assertRefused(answer, 422, 'ERROR_CODE_MISSING_PARAM')
    const fields = Object.keys((answer.body.errors ?? {}) as object)
    assertSame(`POST ${operation.path}, fields of errors`, fields.sort(), operation.required.toSorted())
    const [first = ''] = operation.required
    if (first !== 'title' && first !== 'name') return
    assertRefused(
      await call('POST', operation.path, { body: { [first]: ' ' } }),
      422,
      'ERROR_CODE_MISSING_PARAM',
    )
  })
}
