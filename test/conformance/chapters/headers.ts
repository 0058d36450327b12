import { assertSame, assertThat, forEach, formatValue, type Chapter } from '../check.ts'
import type { Target } from '../target.ts'

const TAGS = '/api/v3/tags'
const ORIGIN = 'https://app.example'

/** Contract 2.5: request ids and requests of other origins. */
export const headers: Chapter = {
  name: 'headers',
  section: '2.5',
  checks: () => [
    { name: "A request's own id is returned", run: returnRequestId },
    { name: 'A request without an id, or with an invalid one, has a new one', run: makeRequestId },
    { name: 'A preflight of any origin permits the methods and headers of /api/v3', run: permitPreflight },
    { name: 'A read of another origin may be read by it', run: permitRead },
    { name: 'A preflight of /oauth is not answered', run: ignorePreflight },
  ],
}

async function returnRequestId({ call }: Target): Promise<void> {
  for (const id of ['conformance-1', 'a_b.c:d-9']) {
    const { headers } = await call('GET', TAGS, { headers: { 'X-Request-Id': id } })
    assertSame('X-Request-Id', headers.get('X-Request-Id'), id)
  }
}

async function makeRequestId({ call }: Target): Promise<void> {
  const ids = new Set<string | null>()
  for (const sent of ['has spaces in it', 'x'.repeat(101), '<script>', undefined]) {
    const headers: Record<string, string> = sent === undefined ? {} : { 'X-Request-Id': sent }
    const id = (await call('GET', TAGS, { headers })).headers.get('X-Request-Id')
    assertThat(
      id !== null && id !== '' && id !== sent,
      `X-Request-Id is ${formatValue(id)} after ${formatValue(sent)}`,
    )
    assertThat(!ids.has(id), `two requests have the id ${formatValue(id)}`)
    ids.add(id)
  }
}

async function permitPreflight({ call }: Target): Promise<void> {
  await forEach(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], async (method) => {
    const wanted = ['api-key', 'authorization', 'content-type', 'allow-private']
    const { status, headers } = await call('OPTIONS', TAGS, {
      as: 'nobody',
      headers: {
        Origin: ORIGIN,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': wanted.join(','),
      },
    })
    assertThat(status >= 200 && status < 300, `a preflight of ${method} answers ${status}`)
    const allowed = (name: string) =>
      (headers.get(`Access-Control-Allow-${name}`) ?? '').split(/\s*,\s*/).map((text) => text.toLowerCase())
    const origin = headers.get('Access-Control-Allow-Origin')
    assertThat(origin === '*' || origin === ORIGIN, `Access-Control-Allow-Origin is ${formatValue(origin)}`)
    assertThat(allowed('Methods').includes(method.toLowerCase()), `a preflight does not permit ${method}`)
    const missing = wanted.filter((name) => !allowed('Headers').includes(name))
    assertSame('headers that a preflight does not permit', missing, [])
  })
}

async function permitRead({ call }: Target): Promise<void> {
  const { headers } = await call('GET', TAGS, { headers: { Origin: ORIGIN } })
  const origin = headers.get('Access-Control-Allow-Origin')
  assertThat(origin === '*' || origin === ORIGIN, `Access-Control-Allow-Origin is ${formatValue(origin)}`)
  assertSame('Access-Control-Allow-Credentials', headers.get('Access-Control-Allow-Credentials'), null)
}

async function ignorePreflight({ call }: Target): Promise<void> {
  const { headers } = await call('OPTIONS', '/oauth/token', {
    as: 'nobody',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' },
  })
  assertSame('Access-Control-Allow-Origin', headers.get('Access-Control-Allow-Origin'), null)
}
