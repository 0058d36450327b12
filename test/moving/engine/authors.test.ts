import { expect, test } from 'vitest'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom, openSample } from '../read.ts'
import { importSource, planSource, type Given } from './run-source.ts'

const app = useApp()

const features = 'entity_uuid,entity_name,Effort\n1,Dark mode,8\n'
const response = 'Id,Title,Email,Response\n1,Dark mode,ada@example.com,Soon.\n'

test.each<[string, Given['source'], Given['open']]>([
  ['features and notes', 'productboard', () => Promise.resolve(filesFrom({ 'features.csv': features }))],
  ['responses', 'uservoice', () => Promise.resolve(filesFrom({ 'ideas.csv': response }))],
  ['changelog entries', 'canny', () => openSample('canny')],
])('%s of %s without an author have none of this organization', async (_name, source, open) => {
  const tenant = await createTenant(app)
  const options = { mapStatus: { 'Later, maybe': 'planned' } }
  const given: Given = { source, open, options }
  const run = await importSource(app, tenant, given)
  expect(run).toMatchObject({ state: 'done', counts: run.plan?.counts })
  const { rows } = await app.database.pool.query(
    `select a.name, u.name as author from (
        select organization_id, 'post' as name, submitter_id as id from posts
        union all select organization_id, 'comment', author_id from comments
        union all select organization_id, 'entry', author_id from changelogs) a
      join users u on u.id = a.id where a.organization_id = $1 and (u.name = 'Anonymous' or u.role is not null)`,
    [tenant.organization.id],
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ author }) => author !== 'Anonymous')).toEqual([])
  const again = await planSource(app, tenant, given)
  expect(again.plan?.counts.person?.created).toBeUndefined()
})
