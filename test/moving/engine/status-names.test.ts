import { expect, test } from 'vitest'
import { runImport } from '../../../src/moving/engine/run-import.ts'
import { startRun } from '../../../src/moving/engine/run-states.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom } from '../read.ts'
import { contextOf, planSource } from './run-source.ts'

const app = useApp()

test.each(['constructor', '__proto__', 'toString'])(
  'a status named %s needs a decision as any other',
  async (status) => {
    const tenant = await createTenant(app)
    const open = async () => filesFrom({ 'posts.csv': `title,status\nDark mode,${status}\n` })
    const planned = await planSource(app, tenant, { source: 'csv', open })
    expect(planned.plan?.decisions).toMatchObject([{ field: 'status', value: status }])
    const { kysely } = app.database
    await expect(startRun(kysely, planned, { mapStatus: { other: 'planned' } })).rejects.toThrow(
      '--map-status',
    )
    const answer = { mapStatus: Object.fromEntries([[status, 'planned']]) }
    await startRun(kysely, planned, answer)
    const run = await runImport(contextOf(app), planned, async () => ({ files: await open() }))
    expect(run.state).toBe('done')
    const { rows } = await app.database.pool.query(
      `select statuses.slug from posts join statuses using (organization_id)
       where posts.organization_id = $1 and statuses.id = posts.status_id`,
      [tenant.organization.id],
    )
    expect(rows).toEqual([{ slug: 'planned' }])
  },
)
