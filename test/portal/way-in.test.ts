import { beforeAll, expect, test } from 'vitest'
import { addressIn, invitationsAt } from '../support/clients/invitations.ts'
import { open } from '../support/clients/portal.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
let invitation: string

beforeAll(async () => {
  await openPortal(app, tenant, {
    name: 'Acme & Co',
    colorPrimary: '#1f7a55',
    avatarUrl: 'https://cdn.example/a.png',
  })
  const { token } = await invitationsAt(app).invite(tenant, addressIn(tenant, 'ann'))
  invitation = `/invitations/${token}`
})

const brandOf = (text: string) => /href="(\/brand\.css[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')

test('pages that lead to an organization have its name, picture and color, and the font of the portal', async () => {
  for (const path of ['/sign-in?return_to=/@acme', '/forgot?return_to=/@acme/roadmap', invitation]) {
    const { text } = await open(app, path)
    expect(text, path).toContain('<b dir="auto">Acme &amp; Co</b>')
    expect(text, path).toContain('src="https://cdn.example/a.png"')
    expect(text, path).toContain('· Acme &amp; Co</title>')
    expect(text, path).toContain('href="/inter.woff2"')
    const brand = await open(app, brandOf(text) ?? '')
    expect(brand.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(brand.text, path).toContain('--brand: #1f7a55;')
  }
})

test('pages without an organization have the color of the product', async () => {
  for (const path of ['/sign-in', '/forgot', '/reset/fopr_x', '/invitations/foin_x']) {
    const { text } = await open(app, path)
    expect(text, path).toContain('· Echolog</title>')
    expect(brandOf(text), path).toBeUndefined()
  }
})

test('a request for a link leads back to the portal, in its language', async () => {
  const { text } = await open(app, '/forgot?return_to=/@acme/roadmap&lang=de')
  expect(text).toContain('<a class="brand" href="/@acme?lang=de">')
  expect(text).toContain('href="/sign-in?return_to=%2F%40acme%2Froadmap&amp;lang=de"')
  expect(text).toContain('name="return_to" value="/@acme/roadmap"')
})

test.each(['', 'red', '12345', '000;}', '12345678', '000&color=111'])(
  'the color %j has no style sheet',
  async (color) => {
    expect((await open(app, `/brand.css?color=${color}`)).status).toBe(404)
  },
)
