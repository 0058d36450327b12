import { expect, test } from 'vitest'
import { useApp } from '../support/use.ts'

const app = useApp()
const get = (path: string) => fetch(app.url + path, { headers: { Accept: 'text/html' } })
const linksOf = (html: string) => [...html.matchAll(/ href="(\/[^"]*)"/g)].map(([, path = '']) => path)

test('all guides of imports are reached from the first one, and each link has its heading', async () => {
  const pages = new Map<string, string>()
  const links = ['/docs/guides/importing']
  for (const link of links) {
    const [path = '', part] = link.split('#')
    if (!pages.has(path)) {
      const html = await (await get(path)).text()
      pages.set(path, html)
      links.push(...linksOf(html))
    }
    if (part !== undefined) expect(pages.get(path), link).toContain(` id="${part}"`)
  }
  expect(pages.size).toBe(14)
})

test.each(['operations', 'leaving-nothing', '..%2fREADME', 'importing.md'])(
  'the document %s is no guide',
  async (name) => {
    expect((await get(`/docs/guides/${name}`)).status).toBe(404)
  },
)
