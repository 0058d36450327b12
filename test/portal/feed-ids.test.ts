import { expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const FEEDS = ['feed.atom', 'changelog.atom', 'changelog.rss', 'changelog.json']

const idsOf = (text: string) =>
  [...text.matchAll(/<id>([^<]+)<\/id>|<guid[^>]*>([^<]+)<\/guid>|"id":"([^"]+)"/g)].map(
    ([, atom, rss, json]) => atom ?? rss ?? json,
  )

test('the ids of feeds and their items stay when the address of the portal changes', async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
  const before = await Promise.all(FEEDS.map(async (name) => idsOf((await open(app, `/@acme/${name}`)).text)))
  const host = 'ideas.acme.example'
  await openPortal(app, tenant, { portalUrl: `https://${host}` })
  const after = await Promise.all(
    FEEDS.map(async (name) => idsOf((await open(app, `/${name}`, { host })).text)),
  )
  expect(after).toEqual(before)
  const [posts = [], entries = [], items = []] = before
  expect(posts.length).toBeGreaterThan(1)
  expect(new Set([...posts, ...entries]).size).toBe(posts.length + entries.length)
  expect(entries.slice(1)).toEqual(items)
  for (const id of [...posts, ...entries])
    expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
