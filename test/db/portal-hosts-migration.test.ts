import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { copyMigrationsBefore } from '../support/fixtures/earlier-migrations.ts'
import { MIGRATIONS } from '../support/global-setup.ts'
import { cleanUp, query, start, temporary } from './support.ts'

afterAll(cleanUp)

const ADDRESSES: [portalUrl: string | null, host: string | null][] = [
  [null, null],
  ['https://Ideas.example', 'ideas.example'],
  ['http://ideas.example:80', null],
  ['https://ideas.example:8443', 'ideas.example:8443'],
  ['https://other.example:443', 'other.example'],
  ['https://path.example/feedback', null],
]

test('an upgrade gives each host to the oldest organization with it, and keeps all addresses', async () => {
  const root = temporary()
  const { url } = await start(join(root, 'data'))
  await migrate({ url, migrationsDir: copyMigrationsBefore('0024', join(root, 'older')) })
  const rows = ADDRESSES.map(([portalUrl], index) => {
    const address = portalUrl === null ? 'null' : `'${portalUrl}'`
    return `(${index + 1}, 'org-${index}', 'Name', '', ${address})`
  })
  await query(
    url,
    `insert into organizations (id, slug, name, sso_key_ciphertext, portal_url) values ${rows.join(', ')}`,
  )
  await migrate({ url, migrationsDir: MIGRATIONS })
  expect(await query(url, 'select portal_url, portal_host from organizations order by id')).toEqual(
    ADDRESSES.map(([portal_url, portal_host]) => ({ portal_url, portal_host })),
  )
})
