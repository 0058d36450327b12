import { assertSame, assertThat, forEach, formatValue, type Chapter } from '../check.ts'
import type { Answer } from '../client.ts'
import { assertRefused } from '../refusals.ts'
import { callerOf, NOTHING, type Target } from '../target.ts'
import type { Operation } from '../document.ts'

const WRONG_KEY = `hn_${'x'.repeat(40)}`
const INFO = '/api/v3/organizations/info'

/** Contract 1: who a caller is, and the refusals of callers without the required credential. */
export const credentials: Chapter = {
  name: 'credentials',
  section: '1',
  checks: () => [
    { name: 'Every route under /api/v3 refuses a request without a credential', run: refuseNobody },
    { name: 'Every route under /api/v3 refuses an unknown API key', run: refuseWrongKey },
    { name: 'A route that needs a person refuses an API key alone', run: refuseKeyAlone },
    { name: 'The spellings API-KEY, api_key and Api-Key are one header', run: readSpellings },
    { name: 'An invalid user token is refused also where none is required', run: refuseBadToken },
    { name: 'A user token is valid with and without the word Bearer', needs: ['session'], run: readScheme },
    { name: 'An unknown access token is refused with a Bearer challenge', run: refuseAccessToken },
    {
      name: 'An access token replaces key and person in session_info',
      needs: ['token'],
      run: async ({ call }) =>
        assertSame('status', (await call('GET', '/api/v3/session_info', { as: 'token' })).status, 200),
    },
    {
      name: 'An access token reads what its scopes permit, and is refused for a missing scope in the exact body',
      needs: ['token'],
      run: refuseScopes,
    },
    {
      name: 'An operation that is closed to OAuth refuses an access token with 403',
      needs: ['token'],
      run: refuseClosed,
    },
  ],
}

const operationsOf = ({ document }: Target) =>
  document.operations.filter(({ path, credentials }) => path.startsWith('/api/v3/') && credentials.length > 0)

/** A path of the operation whose ids lead to nothing. */
const emptyPath = ({ path }: Operation) => path.replace(/\{\w+\}/g, String(NOTHING))

async function refuseNobody(target: Target): Promise<void> {
  await forEach(operationsOf(target), async (operation) => {
    const answer = await send(target, operation, {})
    assertRefused(answer, 401, 'ERROR_CODE_UNAUTHORIZED')
  })
}

async function refuseWrongKey(target: Target): Promise<void> {
  await forEach(
    operationsOf(target).filter((operation) => callerOf(operation) === 'key'),
    async (operation) => {
      const answer = await send(target, operation, { 'API-KEY': WRONG_KEY })
      assertRefused(answer, 401, 'ERROR_CODE_UNAUTHORIZED')
      assertSame(`${operation.route}, message`, answer.body.message, 'API key is invalid')
    },
  )
}

async function refuseKeyAlone(target: Target): Promise<void> {
  await forEach(
    operationsOf(target).filter((operation) => callerOf(operation) === 'key+user'),
    async (operation) => {
      const answer = await send(target, operation, { 'API-KEY': target.options.key })
      assertRefused(answer, 401, 'ERROR_CODE_UNAUTHORIZED')
    },
  )
}

/** Sends an operation with these headers only. Its ids lead to nothing, and its body is empty. */
function send(target: Target, operation: Operation, headers: Record<string, string>): Promise<Answer> {
  const body = operation.method === 'GET' ? {} : { body: {} }
  return target.call(operation.method, emptyPath(operation), { as: 'nobody', headers, ...body })
}

async function readSpellings({ call, options }: Target): Promise<void> {
  await forEach(['API-KEY', 'api_key', 'Api-Key', 'API_KEY'], async (name) => {
    const { status } = await call('GET', INFO, { as: 'nobody', headers: { [name]: options.key } })
    assertSame(`GET ${INFO} with ${name}`, status, 200)
  })
}

async function refuseBadToken({ call, options }: Target): Promise<void> {
  await forEach(['Bearer not-a-jwt', 'not-a-jwt', 'Bearer a.b.c'], async (Authorization) => {
    const headers = { 'API-KEY': options.key, Authorization }
    assertRefused(await call('GET', '/api/v3/tags', { as: 'nobody', headers }), 401)
  })
}

async function readScheme({ call, options: { key, session = '' } }: Target): Promise<void> {
  await forEach([`Bearer ${session}`, session], async (Authorization) => {
    const headers = { 'API-KEY': key, Authorization }
    const { status } = await call('GET', '/api/v3/session_info', { as: 'nobody', headers })
    assertSame(`session_info ${Authorization === session ? 'without' : 'with'} Bearer`, status, 200)
  })
}

async function refuseAccessToken({ call }: Target): Promise<void> {
  const headers = { Authorization: `Bearer foot_${'x'.repeat(40)}` }
  const answer = await call('GET', '/api/v3/tags', { as: 'nobody', headers })
  assertRefused(answer, 401)
  const challenge = answer.headers.get('WWW-Authenticate') ?? ''
  assertThat(
    /^Bearer .*error="invalid_token"/.test(challenge),
    `WWW-Authenticate is ${formatValue(challenge)}`,
  )
}

async function refuseScopes(target: Target): Promise<void> {
  const open = operationsOf(target).filter(
    ({ method, credentials }) => method === 'GET' && credentials.some((schemes) => schemes[0] === 'oauth2'),
  )
  await forEach(open, async (operation) => {
    const { status, body } = await target.call('GET', emptyPath(operation), { as: 'token' })
    if (status !== 403 || body?.error !== undefined)
      return assertThat([200, 403, 404].includes(status), `${operation.route} answers ${status}`)
    const { message = '' } = (body ?? {}) as { message?: string }
    assertThat(
      /^Missing required OAuth scope: [a-z]+:[a-z]+$/.test(message),
      `message ${formatValue(message)}`,
    )
    assertSame(operation.route, body, { message, status: 403, success: false })
  })
}

async function refuseClosed(target: Target): Promise<void> {
  const closed = operationsOf(target).filter(
    ({ credentials }) => !credentials.some((schemes) => schemes.includes('oauth2')),
  )
  await forEach(closed, async (operation) => {
    const body = operation.method === 'GET' ? {} : { body: {} }
    const answer = await target.call(operation.method, emptyPath(operation), { as: 'token', ...body })
    assertRefused(answer, 403, 'ERROR_CODE_FORBIDDEN')
  })
}
