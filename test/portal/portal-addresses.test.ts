import { beforeAll, describe, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { run } from '../support/clients/operations.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
let filled: Awaited<ReturnType<typeof fillPortal>>

beforeAll(async () => {
  await openPortal(app, tenant)
  filled = await fillPortal(app, tenant)
})

const locationOf = async (path: string) => {
  const { status, headers } = await open(app, path)
  return [status, headers.location]
}

describe('with one organization', () => {
  test('the root leads to its portal, and addresses without an organization to its pages', async () => {
    const base = `${app.url}/@acme`
    expect(await locationOf('/')).toEqual([302, base])
    expect(await locationOf('/p/dark-mode?a=b')).toEqual([302, `${base}/p/dark-mode?a=b`])
    expect(await locationOf('/changelog/night-theme')).toEqual([302, `${base}/changelog/night-theme`])
    expect(await locationOf('/u/1')).toEqual([302, `${base}/u/1`])
  })

  test('an encoded sign leads to the same page', async () => {
    expect(await locationOf('/%40acme/p/dark-mode')).toEqual([308, '/@acme/p/dark-mode'])
    expect(await locationOf('/%40/evil.example')).toEqual([308, '/@/evil.example'])
  })

  test('an unknown organization has no page', async () => {
    expect(await open(app, '/@nobody')).toMatchObject({ status: 404 })
    expect(await open(app, `/@${'x'.repeat(500)}`)).toMatchObject({ status: 404 })
  })
})

test('addresses in REST, GraphQL and webhook bodies lead to the pages that they name', async () => {
  const path = (address: string) => address.replace(app.url, '')
  const document = `{ post(by: { slug: "dark-mode" }) { url submitter { url } } changelog(by: { slug: "night-theme" }) { url } }`
  const data = await run(app, tenant.admin.session, document, {})
  expect(filled.shown.url).toBe(data.post.url)
  const eventId = await run(
    app,
    tenant.admin.session,
    '{ events(first: 1, filter: { types: [POST_CREATED] }) { nodes { id } } }',
    {},
  )
  const preview = await run(
    app,
    tenant.admin.session,
    'query ($id: ID!) { previewWebhook(eventId: $id) { body } }',
    { id: eventId.events.nodes[0].id },
  )
  const body = JSON.stringify(preview.previewWebhook.body).replaceAll('\\', '')
  expect(body).toContain(`${app.url}/@acme/p/dark-mode`)
  for (const [address, text] of [
    [data.post.url, 'Dark mode'],
    [data.post.submitter.url, 'Ann'],
    [data.changelog.url, 'Night theme'],
  ])
    expect(await open(app, path(address)), address).toMatchObject({
      status: 200,
      text: expect.stringMatching(new RegExp(`<h1[^>]*>${text}`)),
    })
})

describe('with an own host', () => {
  let rival: Tenant
  const host = 'ideas.acme.example'

  beforeAll(async () => {
    rival = await createTenant(app, 'rival')
    await openPortal(app, tenant, { portalUrl: `https://${host}` })
  })

  test('the host serves the portal at the root, and nothing else', async () => {
    const page = await open(app, '/p/dark-mode', { host: host.toUpperCase() })
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Dark mode') })
    expect(page.text).toContain(`<link rel="canonical" href="https://${host}/p/dark-mode" />`)
    expect(page.text).toContain('href="/b/feedback"')
    for (const path of ['/graphql', '/docs', '/openapi.json', '/@rival', '/console', '/oauth/authorize'])
      expect(await open(app, path, { host }), path).toMatchObject({ status: 404 })
  })

  test('the path with the slug goes on, and names the own host as canonical', async () => {
    const page = await open(app, '/@acme/p/dark-mode')
    expect(page.text).toContain(`<link rel="canonical" href="https://${host}/p/dark-mode" />`)
    expect(page.text).toContain('href="/@acme/b/feedback"')
  })

  test('an unknown host is the public URL', async () => {
    expect(await open(app, '/p/dark-mode', { host: 'unknown.example' })).toMatchObject({ status: 404 })
    expect(await open(app, '/@acme', { host: 'unknown.example' })).toMatchObject({ status: 200 })
  })

  test.each([
    ['HTTPS://IDEAS.acme.example:443/', 'has a host that another organization uses'],
    ['own', 'cannot be the address of this server'],
  ])('another organization cannot take %s', async (address, message) => {
    const portalUrl = address === 'own' ? app.url : address
    await expect(openPortal(app, rival, { portalUrl })).rejects.toThrow(message)
    expect(await open(app, '/', { host })).toMatchObject({ text: expect.stringContaining('Name of acme') })
  })

  test('of two organizations that take a host at once, one has it', async () => {
    const third = await createTenant(app, 'third')
    const portalUrl = 'https://one.example'
    const results = await Promise.allSettled([rival, third].map((one) => openPortal(app, one, { portalUrl })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('an address with a path makes links only', async () => {
    await openPortal(app, rival, { portalUrl: `https://${host}/sub` })
    expect(await open(app, '/', { host })).toMatchObject({ text: expect.stringContaining('Name of acme') })
  })
})

describe('with several organizations', () => {
  test('the root lists the public ones, and old addresses lead nowhere', async () => {
    const closed = await createTenant(app, 'closed')
    const { status, text } = await open(app, '/')
    expect(status).toBe(200)
    expect(text).toContain('Name of acme')
    expect(text).not.toContain(closed.organization.slug)
    expect(await open(app, '/p/dark-mode')).toMatchObject({ status: 404 })
  })
})
