import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { roleUrls } from '../../src/db/embedded/roles.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { openSecretKeys } from '../../src/server/lifecycle/secret-key.ts'
import { answers } from '../support/embedded.ts'
import { copyMigrationsBefore } from '../support/fixtures/earlier-migrations.ts'
import { run, temporaryDirectory, type Program } from '../support/program.ts'
import { OWNERS, refusal, rows } from '../support/contract/role-probes.ts'

test('converts a data directory of the previous version, in which the superuser owns every object, with its data', async () => {
  const own = await temporaryDirectory()
  openSecretKeys(own.path)
  const old = await startEmbeddedPostgres({ dataDir: own.path })
  const programs: Program[] = []
  try {
    await rows(old.url, 'drop owned by echolog_service; drop owned by echolog_owner')
    await rows(
      old.url,
      'alter database echolog owner to echolog; grant all on database echolog, postgres, template1 to public',
    )
    await rows(old.url, 'drop role echolog_service; drop role echolog_owner')
    const migrationsDir = copyMigrationsBefore('0015', join(own.path, 'earlier-migrations'))
    await migrate({ url: old.url, migrationsDir })
    await rows(old.url, `select make_part('events', 'events_20991228', '2099-12-28', '2100-01-04')`)
    await rows(old.url, `insert into accounts (email, name) values ('ada@acme.example', 'Ada')`)
    expect(await rows(old.url, OWNERS)).toEqual([{ owner: 'echolog' }])
    // The superuser's session continues, as that of the previous version does during an update. Two processes
    // start concurrently.
    for (let count = 0; count < 2; count++)
      programs.push(run('src/main.ts', { DATA_DIR: own.path, PORT: '0', LOG_LEVEL: 'warn' }))
    for (const started of programs) await answers(`${await started.listening}/readyz`, 200)
    expect(await rows(old.url, OWNERS)).toEqual([{ owner: 'echolog_owner' }])
    expect(await rows(roleUrls(old.url).service, 'select email from accounts where id = 1')).toEqual([
      { email: 'ada@acme.example' },
    ])
    expect(await refusal(roleUrls(old.url).service, 'drop table accounts')).toBe('42501')
    for (const started of programs) {
      started.process.kill('SIGTERM')
      expect(await started.ended).toBe(0)
    }
    const later = await startEmbeddedPostgres({ dataDir: own.path })
    expect(
      await rows(later.serviceUrl, 'select count(*)::int as accounts from accounts where id = 1'),
    ).toEqual([{ accounts: 1 }])
    await later.stop()
  } finally {
    for (const { process, ended } of programs) {
      process.kill('SIGKILL')
      await ended
    }
    await old.stop()
    await own.remove()
  }
})
