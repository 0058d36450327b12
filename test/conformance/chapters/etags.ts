import { assertSame, assertThat, forEach, skipUnless, formatValue, type Chapter } from '../check.ts'
import type { Operation } from '../document.ts'
import { assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'
import { make } from '../things.ts'

const TAGS = '/api/v3/tags'

/** Contract 2: entity tags of reads, and conditional requests. */
export const etags: Chapter = {
  name: 'etags',
  section: '2',
  checks: () => [
    {
      name: 'Every read under /api/v3 has a strong entity tag, and is 304 while nothing changes',
      run: readAgain,
    },
    { name: 'A read is never 304 after a change', needs: ['write'], run: readChanged },
    {
      name: 'A write with the entity tag of an older state is 412 and changes nothing',
      needs: ['write'],
      run: refuseOld,
    },
  ],
}

/** Skips unless the document has entity tags or the server sends them. */
async function skipUnlessTagged({ call, document }: Target): Promise<void> {
  const response = document.find(`GET ${TAGS}`)?.responses[200]
  const isDocumented = Object.keys(response?.headers ?? {}).some((name) => name.toLowerCase() === 'etag')
  const isSent = (await call('GET', TAGS)).headers.has('ETag')
  skipUnless(isDocumented || isSent, 'the document and the server have no ETag')
}

async function readAgain(target: Target): Promise<void> {
  await skipUnlessTagged(target)
  const reads = target.document.operations.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/api/v3/') && !path.includes('{'),
  )
  await forEach(reads, (operation) => readOne(target, operation))
}

async function readOne({ call, options }: Target, { path, credentials }: Operation): Promise<void> {
  if (!options.session && !credentials.some((schemes) => schemes.join() === 'apiKey')) return
  const { status, headers } = await call('GET', path)
  assertSame(`GET ${path}, status`, status, 200)
  const tag = headers.get('ETag') ?? ''
  assertThat(/^"[^"]+"$/.test(tag), `GET ${path}: ETag is ${formatValue(tag)}`)
  const again = await call('GET', path, { headers: { 'If-None-Match': tag } })
  assertSame(`GET ${path} with If-None-Match`, [again.status, again.text], [304, ''])
  assertSame(`GET ${path}, ETag of the 304`, again.headers.get('ETag'), tag)
}

async function readChanged(target: Target): Promise<void> {
  await skipUnlessTagged(target)
  const { things, call } = target
  const before = (await call('GET', TAGS)).headers.get('ETag') ?? ''
  await make(target, TAGS, { name: things.name('Changes the list') })
  const { status, headers } = await call('GET', TAGS, { headers: { 'If-None-Match': before } })
  assertSame('status after the change', status, 200)
  assertThat(headers.get('ETag') !== before, 'the changed list has the same entity tag')
}

async function refuseOld(target: Target): Promise<void> {
  await skipUnlessTagged(target)
  const { things, call } = target
  const { id } = await make(target, TAGS, { name: things.name('Conditional') })
  const path = `${TAGS}/${id}`
  const old = (await call('GET', path)).headers.get('ETag') ?? ''
  const headers = { 'If-Match': old }
  const permitted = await call('PUT', path, { body: { color: '#111111' }, headers })
  assertSame('PUT with the current entity tag', permitted.status, 200)
  assertRefused(await call('PUT', path, { body: { color: '#222222' }, headers }), 412)
  assertRefused(await call('DELETE', path, { headers }), 412)
  assertSame('color', (await call('GET', path)).body.tag.color, '#111111')
}
