import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { serverOfWorker } from '../support/database.ts'
import { copyMigrationsBefore } from '../support/fixtures/earlier-migrations.ts'
import { MIGRATIONS } from '../support/global-setup.ts'
import { query } from './support.ts'

const name = `memberships_${randomBytes(6).toString('hex')}`
const url = () => Object.assign(new URL(serverOfWorker()), { pathname: `/${name}` }).href
let server: pg.Client
let earlier: string

beforeAll(async () => {
  server = new pg.Client(serverOfWorker())
  await server.connect()
  await server.query(`create database ${name}`)
  earlier = copyMigrationsBefore('0017', mkdtempSync(join(tmpdir(), 'echolog-migrations-')))
})
afterAll(async () => {
  rmSync(earlier, { recursive: true })
  await server.query(`drop database ${name} with (force)`)
  await server.end()
})

test('the migration accepts the memberships of accounts that exist', async () => {
  await migrate({ url: url(), migrationsDir: earlier })
  await query(
    url(),
    `insert into organizations (id, slug, name, sso_key_ciphertext) values (1, 'a', 'A', '');
     insert into accounts (id, email, name) values (1, 'member@a.example', 'M'), (2, 'former@a.example', 'F');
     insert into users (organization_id, id, account_id, email, name, role, joined_team_at, created_at) values
       (1, 1, 1, 'member@a.example', 'M', 'admin', '2026-02-01', '2026-01-01'),
       (1, 2, 2, 'former@a.example', 'F', null, null, '2026-01-01'),
       (1, 3, null, 'customer@a.example', 'C', null, null, '2026-01-01')`,
  )
  await migrate({ url: url(), migrationsDir: MIGRATIONS })
  expect(await query(url(), 'select id, accepted_at::date::text as accepted from users order by id')).toEqual(
    [
      { id: 1, accepted: '2026-02-01' },
      { id: 2, accepted: '2026-01-01' },
      { id: 3, accepted: null },
    ],
  )
})
