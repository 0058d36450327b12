import { expect, test } from 'vitest'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom } from '../read.ts'
import { planSource, runPlanned, type Given } from './run-source.ts'

const app = useApp()

test('without the option https: pictures stay, links replace http: ones, both are counted, and nothing is requested', async () => {
  const tenant = await createTenant(app)
  const http = `http://old.example/a.png?x=1&y=2`
  const opened: true[] = []
  const given: Given = {
    source: 'csv',
    openPictures: () => {
      opened.push(true)
      throw new Error('Nothing is fetched')
    },
    open: () =>
      Promise.resolve(
        filesFrom({
          'posts.csv': [
            'id,title,description',
            ...[
              'https: ![a](https://pictures.example/a.png)',
              `No words: ![](${http})`,
              `Words: ![5 < 6 'and' more](${http})`,
              `Inside of a link: [![a plan](${http})](https://plans.example/)`,
              `This service: ![a](${app.url}/uploads/AAAAAAAAAAAAAAAAAAAAAA.png)`,
            ].map((text, index) => `${index + 1},Post ${index + 1},"${text}"`),
          ].join('\n'),
        }),
      ),
  }
  const planned = await planSource(app, tenant, given)
  expect(planned.plan?.losses.filter(({ what }) => what.startsWith('pictures'))).toEqual([
    { what: 'pictures at other addresses', count: 1, reason: 'They stay there.' },
    {
      what: 'pictures with http: addresses',
      count: 3,
      reason: 'Pages cannot show them. Texts have links to them.',
    },
  ])
  await runPlanned(app, planned, given)
  const link = (words: string) =>
    `<a href="http://old.example/a.png?x=1&amp;y=2" rel="noopener noreferrer nofollow">${words}</a>`
  const { rows } = await app.database.pool.query<{ html: string; description: string }>(
    'select description_html as html, description from posts where organization_id = $1 order by title',
    [tenant.organization.id],
  )
  expect(rows.map(({ html }) => html)).toEqual([
    '<p>https: <img src="https://pictures.example/a.png" alt="a" /></p>',
    `<p>No words: ${link(`http://old.example/a.png?x=1&amp;y=2`)}</p>`,
    `<p>Words: ${link(`5 &lt; 6 'and' more`)}</p>`,
    '<p>Inside of a link: <a href="https://plans.example/" rel="noopener noreferrer nofollow">a plan</a></p>',
    `<p>This service: <img src="${app.url}/uploads/AAAAAAAAAAAAAAAAAAAAAA.png" alt="a" /></p>`,
  ])
  expect(rows[1]?.description).toBe(`No words: ${http}`)
  expect(opened).toEqual([])
})
