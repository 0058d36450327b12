import { expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { run } from '../support/clients/operations.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
/** Characters that XML 1.0 section 2.2 excludes from documents. */
const EXCLUDED = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const TEXT = 'a\u0001b\u0008c\u000bd\u000ce\u001ff\ufffeg\uffffh ]]> <!-- <![CDATA[ &#0; &#xFFFE; \u2028i'

test('no character of a text makes a feed or the sitemap unreadable', async () => {
  await openPortal(app, tenant)
  const input = { title: TEXT, description: `<p>${TEXT}</p>`, published: true }
  const { createChangelog } = await run(
    app,
    tenant.admin.session,
    'mutation ($input: CreateChangelogInput!) { createChangelog(input: $input) { changelog { slug } errors { message } } }',
    { input },
  )
  expect(createChangelog.errors).toEqual([])
  const headers = { ...tenant.key, ...(await tenant.sso({ email: 'eve@people.example', name: TEXT })) }
  const body = { title: TEXT, description: TEXT }
  expect((await app.call('POST', '/api/v3/feature_requests', { headers, body })).status).toBe(201)
  for (const path of [
    '/feed.atom',
    '/changelog.atom',
    '/changelog.rss',
    '/sitemap.xml',
    '/sitemap.xml?part=1',
  ]) {
    const { status, text } = await open(app, `/@acme${path}`)
    expect([path, status]).toEqual([path, 200])
    expect([path, EXCLUDED.exec(text)?.index]).toEqual([path, undefined])
    expect(text, path).not.toMatch(/&#(0|xfffe);/i)
  }
})

test('names of prototypes in JSON are names only', async () => {
  const custom = JSON.parse(
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  ) as object
  const headers = { ...tenant.key, ...tenant.admin.session }
  const body = JSON.stringify({ email: 'p@people.example', custom_fields: custom }).replace(
    '{',
    '{"__proto__":{"name":"polluted"},',
  )
  const answer = await fetch(`${app.url}/api/v3/customers`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  })
  const text = await answer.text()
  expect(Object.hasOwn(Object.prototype, 'admin') || Object.hasOwn(Object.prototype, 'name')).toBe(false)
  expect(text).not.toContain('polluted')
  expect(answer.status).toBe(201)
})
