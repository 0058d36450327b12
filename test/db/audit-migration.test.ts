import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { copyMigrationsBefore } from '../support/fixtures/earlier-migrations.ts'
import { MIGRATIONS } from '../support/global-setup.ts'
import { cleanUp, query, start, temporary } from './support.ts'

afterAll(cleanUp)

test('an upgrade keeps organizations for members, with their locales, and gives audit entries their subjects', async () => {
  const root = temporary()
  const { url } = await start(join(root, 'data'))
  const older = copyMigrationsBefore('0018', join(root, 'older'))
  await migrate({ url, migrationsDir: older })
  await query(
    url,
    `insert into organizations (id, slug, name, sso_key_ciphertext) values (1, 'one', 'One', ''), (2, 'two', 'Two', '');
     insert into users (organization_id, id, name) values (1, 1, 'Ann');
     insert into oauth_apps (organization_id, id, client_id, name, secret_hash, created_by_id) values (1, 7, 'foapp_1', 'App', '', 1);
     insert into changelogs (organization_id, id, slug, title, author_id, locale, original_id)
       values (1, 1, 'a', 'A', 1, 'en', null), (1, 2, 'b', 'B', 1, 'fr', 1), (1, 3, 'c', 'C', 1, 'de', 1);
     insert into audit_entries (organization_id, id, act, client_id, details) values
       (1, 1, 'webhook.updated', null, '{"webhookId": 3, "fields": ["url", "name"]}'),
       (1, 2, 'install.revoked', 'foapp_1', '{"installId": 4, "by": "app"}'),
       (1, 3, 'app.registered', 'foapp_1', '{"name": "App"}'),
       (1, 4, 'app.deleted', 'foapp_gone', '{"name": "Gone", "installs": 2}')`,
  )
  await migrate({ url, migrationsDir: MIGRATIONS })
  const settings = await query(
    url,
    'select visibility, locales, default_locale from organizations order by id',
  )
  expect(settings).toEqual([
    { visibility: 'members', locales: ['en', 'de', 'fr'], default_locale: 'en' },
    { visibility: 'members', locales: ['en'], default_locale: 'en' },
  ])
  const entries = await query(url, 'select subject_type, subject_id, details from audit_entries order by id')
  expect(entries).toEqual([
    { subject_type: 'Webhook', subject_id: 3, details: { changes: [{ field: 'url' }, { field: 'name' }] } },
    { subject_type: 'Install', subject_id: 4, details: { by: 'app' } },
    { subject_type: 'OAuthApp', subject_id: 7, details: { name: 'App' } },
    { subject_type: null, subject_id: null, details: { name: 'Gone', installs: 2 } },
  ])
  const broken = await query(
    url,
    'select indexrelid::regclass::text as name from pg_index where not indisvalid',
  )
  expect(broken).toEqual([])
})
