import { expect, test } from 'vitest'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom } from '../read.ts'
import { importSource } from './run-source.ts'

const app = useApp()
const POSTS = 20

test('posts with one title get numbered slugs, after those that are used', async () => {
  const tenant = await createTenant(app)
  const open = (title: string) => () =>
    Promise.resolve(
      filesFrom({
        'posts.csv': [
          'id,title',
          ...Array.from({ length: POSTS }, (_, row) => `${title} ${row},${title}`),
        ].join('\n'),
      }),
    )
  await importSource(app, tenant, { source: 'csv', open: open('Dark mode') })
  await importSource(app, tenant, {
    source: 'csv',
    open: open('Dark Mode'),
    options: { sourceName: 'csv:second' },
  })
  const { rows } = await app.database.pool.query<{ slug: string }>(
    'select slug from posts where organization_id = $1 order by id',
    [tenant.organization.id],
  )
  const slugs = rows.map(({ slug }) => slug)
  const numbered = Array.from({ length: 15 }, (_, index) => `dark-mode-${index + 2}`)
  expect(slugs.slice(0, 16)).toEqual(['dark-mode', ...numbered])
  expect(new Set(slugs).size).toBe(2 * POSTS)
})
