import { WriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { exportPersonTo } from '../../../src/cli/person.ts'
import { withPersonExport } from '../../../src/moving/people/export-person.ts'
import { useApp, useTenant } from '../../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

test('a full disk ends the command that writes the data of a person, which leaves no part of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'echolog-person-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const full = (...args: unknown[]) => (args.at(-1) as (error: Error) => void)(new Error('ENOSPC'))
  const write = vi.spyOn(WriteStream.prototype, '_write').mockImplementation(full)
  onTestFinished(() => write.mockRestore())
  const tools = { database: app.database, keys: app.services.keys }
  const options = {
    org: tenant.organization.slug,
    email: tenant.admin.email,
    out: join(folder, 'person.zip'),
  }
  await expect(exportPersonTo(tools as never, options)).rejects.toThrow('ENOSPC')
  expect(await readdir(folder)).toEqual([])
})

test('an export of a person fails if the connection is lost while its files are read', async () => {
  const key = { organizationId: tenant.organization.id, userId: tenant.admin.id }
  const written = withPersonExport(app.services.db, key, async (bytes) => {
    for await (const _ of bytes)
      await app.database.pool.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`)
  })
  await expect(written).rejects.toThrow(/terminat|connection/i)
})

test('an export of a person that is read no further ends', async () => {
  const key = { organizationId: tenant.organization.id, userId: tenant.admin.id }
  const written = withPersonExport(app.services.db, key, async (bytes) => {
    for await (const _ of bytes) throw new Error('read no further')
  })
  await expect(written).rejects.toThrow('read no further')
})
