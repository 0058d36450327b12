import { updateOrganization } from '../../../src/modules/organizations/update-organization.ts'
import { createStatus } from '../../../src/modules/statuses/create-status.ts'
import type { Area } from '../../support/recording/world.ts'
import { addBuckets, TEXTS } from './scenario.ts'

const PEOPLE = ['key', 'admin', 'member', 'customer', 'token', 'token of a person', 'stranger']
const OTHERS = ['none', 'wrong key', 'session', 'token without the scope', 'bad token']

/** The organization, its buckets, and the session. */
export const organization: Area = {
  name: 'organization',
  async play(world) {
    const { send, prepare, people } = world
    const info = 'GET /api/v3/organizations/info'
    const session = 'GET /api/v3/session_info'
    const buckets = 'GET /api/v3/buckets'
    for (const who of [...PEOPLE, ...OTHERS]) {
      await send(who, info)
      await send(who, session)
      await send(who, buckets)
    }
    await addBuckets(world)
    await prepare((tx, organizationId) =>
      updateOrganization(tx, organizationId, {
        name: TEXTS.unicode,
        description: 'We <b>listen</b>',
        homePage: 'https://acme.example/',
        avatarUrl: 'https://acme.example/a.png?x=1&y=2',
        portalUrl: 'https://ideas.acme.example',
        colorPrimary: '#010203',
        formDescription: 'Write to us',
        submitButtonText: 'Senden',
      }),
    )
    await prepare((tx, organizationId) =>
      createStatus(tx, organizationId, { name: 'Größtenteils live', kind: 'completed', color: '#abcdef' }),
    )
    for (const who of ['key', 'customer', 'token']) {
      await send(who, info)
      await send(who, buckets)
    }
    await send('token', session)
    for (const page of ['per_page=2', 'per_page=2&page=2', 'per_page=2&page=9'])
      await send('key', `${buckets}?${page}`)
    people['key and SSO token'] = await world.customer('zoe@people.example', 'Zoe 🦓')
    await send('key and SSO token', session)
    await send('none', `${info}?api_key=x`)
    await send('none', info, undefined, { headers: { Origin: 'https://app.example' } })
    await send('none', `GET /api/v3`)
    await send('none', `GET /api/v3/unknown`)
    await send('none', `GET /oauth/unknown`)
    await send('key', `GET /api/v3/Tags`)
    await send('key', `GET /api/v3/tags/`)
    await send('key', `GET /api/v3/tags/%E0%A4%A`)
  },
}
