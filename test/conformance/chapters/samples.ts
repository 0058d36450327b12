import { skipUnless, type Chapter } from '../check.ts'
import { install } from '../install.ts'
import type { Target } from '../target.ts'
import { make } from '../things.ts'

const POSTS = '/api/v3/feature_requests'
const ROADMAPS = '/api/v3/roadmaps'

/** Contract 4: with `--write`, rows in each list, which the reads of the later chapters need. */
export const samples: Chapter = {
  name: 'samples',
  section: '4',
  checks: () => [
    { name: 'The key creates tags, posts, comments and replies', needs: ['write'], run: makeWithKey },
    {
      name: 'The key and an admin create customers, changelogs and webhooks',
      needs: ['write', 'session'],
      run: makeWithUser,
    },
    {
      name: 'The key and an admin create roadmaps with posts',
      needs: ['write', 'session', `POST ${ROADMAPS}`, `POST ${ROADMAPS}/{id}/feature_requests`],
      run: makeRoadmaps,
    },
    {
      name: 'The key and an admin create votes and subscribers, and merge posts',
      needs: ['write', 'session', 'POST /api/v3/votes_on_behalf', `POST ${POSTS}/{id}/merge_posts`],
      run: fillNewest,
    },
    { name: 'An admin registers apps and installs them', needs: ['write', 'session'], run: makeApps },
  ],
}

async function makeWithKey(target: Target): Promise<void> {
  const { things } = target
  const ids: number[] = []
  for (const color of ['#3366ff', '#ff6633', '#33ff66'])
    ids.push((await make(target, '/api/v3/tags', { name: things.name(color), color })).id as number)
  for (const [count, title] of ['Dark mode', 'Offline use', 'Export'].entries()) {
    const tag_ids = ids.slice(0, 1 + count)
    const { id } = await make(target, POSTS, { title: things.name(title), tag_ids })
    const { id: parent_id } = await make(target, '/api/v3/comments', {
      feature_request_id: id,
      comment: things.name('We start next week.'),
    })
    await make(target, '/api/v3/comments', { feature_request_id: id, parent_id, comment: things.name('Yes') })
  }
}

const PEOPLE = ['ada', 'grace', 'alan']

async function makeWithUser(target: Target): Promise<void> {
  const { things } = target
  for (const name of PEOPLE)
    await make(target, '/api/v3/customers', { email: things.email(name), name, labels: [things.mark] })
  for (const title of ['News', 'More news', 'Old news'])
    await make(target, '/api/v3/changelogs', {
      title: things.name(title),
      description: '<p>News</p>',
      locale: 'en',
    })
  for (const name of ['first', 'second'])
    await make(target, '/api/v3/webhooks', {
      name: things.name(name),
      url: `https://${things.mark}.invalid/${name}`,
      events: ['changelog_published'],
    })
}

async function makeRoadmaps(target: Target): Promise<void> {
  const posts = await target.rows(POSTS)
  for (const title of ['Summer', 'Autumn']) {
    const { id } = await make(target, ROADMAPS, { title: target.things.name(title) })
    for (const post of posts.slice(0, 3))
      await target.call('POST', `${ROADMAPS}/${id}/feature_requests`, {
        body: { feature_request_id: post.id },
      })
  }
}

/** Gives the newest post, whose lists are read, rows of each kind. */
async function fillNewest(target: Target): Promise<void> {
  const { things, call } = target
  const child_feature_request_ids: number[] = []
  for (const title of ['Night theme', 'Black theme'])
    child_feature_request_ids.push((await make(target, POSTS, { title: things.name(title) })).id as number)
  const { id } = await make(target, POSTS, { title: things.name('Newest') })
  for (const email of PEOPLE.map(things.email)) {
    const body = { feature_request_id: id, by_email: email, vote: 'up' }
    await call('POST', '/api/v3/votes_on_behalf', { body })
    await call('POST', `${POSTS}/${id}/subscribers`, { body: { email } })
  }
  await call('POST', `${POSTS}/${id}/merge_posts`, { body: { child_feature_request_ids } })
}

async function makeApps(target: Target): Promise<void> {
  const { grant } = target
  skipUnless(!grant.clientId && !grant.token, 'the app of the options is used')
  await install(target, 'Other')
  const { app, tokens } = await install(target, 'Sample')
  grant.clientId = app.client_id as string
  grant.clientSecret = app.client_secret as string
  grant.token = tokens.access_token as string
}
