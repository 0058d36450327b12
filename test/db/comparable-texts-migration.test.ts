import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { normalizeEmail } from '../../src/lib/text/email.ts'
import { copyMigrationsBefore } from '../support/fixtures/earlier-migrations.ts'
import { MIGRATIONS } from '../support/global-setup.ts'
import { cleanUp, query, start, temporary } from './support.ts'

afterAll(cleanUp)

const DOMAINS = [
  'xn--bcher-kva.example',
  'xn--fsqu00a.xn--0zwm56d',
  'xn--n3h.example',
  'xn--80akhbyknj4f.com',
  'mail.xn--ls8h.la',
]

test('an upgrade gives addresses and names one form, unless another row has it', async () => {
  const root = temporary()
  const { url } = await start(join(root, 'data'))
  await migrate({ url, migrationsDir: copyMigrationsBefore('0059', join(root, 'older')) })
  await query(
    url,
    `insert into organizations (id, slug, name, sso_key_ciphertext) values (1, 'acme', 'Acme', '')`,
  )
  const emails = [
    ...DOMAINS.map((domain) => `a@${domain}`),
    'a@xn--.example',
    'a@xn--99999999.example',
    'b@xn--bcher-kva.example',
  ]
  const rows = [...emails, 'b@bücher.example'].map(
    (email) => `(1, '${email}', 'Name', array['Cafe\u0301', 'b'])`,
  )
  await query(url, `insert into users (organization_id, email, name, labels) values ${rows.join(', ')}`)
  await query(
    url,
    `insert into tags (organization_id, name, color) values (1, 'Cafe\u0301', '#fff'), (1, 'U\u0308', '#fff'), (1, '\u00dc', '#fff')`,
  )
  await migrate({ url, migrationsDir: MIGRATIONS })
  const stored = (await query(url, 'select email, labels from users order by id')) as {
    email: string
    labels: string[]
  }[]
  expect(stored.map(({ email }) => email)).toEqual([
    ...DOMAINS.map((domain) => normalizeEmail(`a@${domain}`)),
    'a@xn--.example',
    'a@xn--99999999.example',
    'b@xn--bcher-kva.example',
    'b@bücher.example',
  ])
  expect(stored[0]?.labels).toEqual(['Caf\u00e9', 'b'])
  expect(await query(url, 'select name from tags order by id')).toEqual([
    { name: 'Caf\u00e9' },
    { name: 'U\u0308' },
    { name: '\u00dc' },
  ])
})
