import { expect, test } from 'vitest'
import { addressLines, type AddressFile } from '../../../src/moving/transfer/address-files.ts'
import type { RunKey } from '../../../src/moving/engine/context.ts'
import { open } from '../../support/clients/portal.ts'
import { openPortal } from '../../support/fixtures/portal.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom, openSample } from '../read.ts'
import { importSource, type Given } from './run-source.ts'
import { SAMPLES } from './samples.ts'

const app = useApp()

async function linesOf(run: RunKey, name: AddressFile): Promise<string> {
  const lines = []
  const site = { publicUrl: app.url }
  for await (const line of addressLines(app.database.kysely, run, { name, site })) lines.push(line)
  return lines.join('')
}

test.each([
  { name: 'a backup of Fider', path: '/posts/1/dark-mode' },
  { name: 'answers of Canny', path: '/feature-requests/p/dark-mode' },
])('an address of $name leads to the post on the own host', async ({ name, path }) => {
  const tenant = await createTenant(app)
  const host = `${name.split(' ').at(-1)?.toLowerCase()}.acme.example`
  await openPortal(app, tenant, { portalUrl: `https://${host}` })
  expect((await open(app, path, { host })).status).toBe(404)
  const run = await importSource(app, tenant, SAMPLES[name]?.given as Given)
  const { status, headers } = await open(app, path, { host })
  expect([status, headers.location]).toEqual([301, `https://${host}/p/dark-mode`])
  expect(await linesOf(run, 'addresses.csv')).toContain(`${path},https://${host}/p/dark-mode\r\n`)
  expect(await linesOf(run, 'addresses.nginx.conf')).toContain(`  "${path}" "https://${host}/p/dark-mode";\n`)
})

test('a second run leaves the addresses to the first, and its files contain them', async () => {
  const tenant = await createTenant(app)
  const given: Given = { source: 'fider', open: () => openSample('fider/backup.zip') }
  const first = await importSource(app, tenant, given)
  const second = await importSource(app, tenant, given)
  expect(await linesOf(second, 'addresses.csv')).toBe(await linesOf(first, 'addresses.csv'))
  const { rows } = await app.database.pool.query(
    'select distinct run_id from old_addresses where organization_id = $1',
    [tenant.organization.id],
  )
  expect(rows).toEqual([{ run_id: first.id }])
})

test('a path cannot leave its line in the files', async () => {
  const tenant = await createTenant(app)
  const address = 'https://old.example/ideas/p/n%C3%A4chte%22;%20%24x%5C{}'
  const text = `id,title,url\n1,Nights,${address}`
  const run = await importSource(app, tenant, {
    source: 'csv',
    open: () => Promise.resolve(filesFrom({ 'posts.csv': text })),
  })
  const path = '/ideas/p/n%C3%A4chte%22%3B%20%24x'
  const [, line, ...others] = (await linesOf(run, 'addresses.csv')).trim().split('\r\n')
  expect(line?.startsWith(path)).toBe(true)
  expect(others).toEqual([])
  const map = (await linesOf(run, 'addresses.nginx.conf'))
    .split('\n')
    .filter((one) => one.includes('/ideas/'))
  expect(map).toHaveLength(1)
  expect(map[0]).toMatch(/^ {2}"[^"\\$;{}]+" "[^"\\$;{}]+";$/)
})
