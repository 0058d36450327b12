import type { Random } from '../../../src/seed/random.ts'
import type { Call } from '../caller.ts'
import { ABSENT, type Thing } from '../thing.ts'
import type { World } from '../world.ts'
import { nextText, type Kind } from './kind.ts'

/** Changelog entries: drafts, published by hand, and scheduled ones, which the service publishes itself. */
export function changelogs({ tenant }: World, random: Random): Kind {
  const rest = (purpose: string, method: string, path: string, body?: object): Call => ({
    door: 'REST',
    purpose: `${purpose} changelog`,
    method,
    path: `/api/v3/changelogs${path}`,
    headers: tenant.keyAndAdmin,
    body,
  })
  const isPublished = ({ steps }: Thing) =>
    steps.some(({ events }) => events.some((name) => name.startsWith('changelog_published')))
  return {
    name: 'changelog',
    marker: (number) => `soak-changelog-${number}`,
    create(thing) {
      const title = nextText(thing)
      const created = `changelog_created ${title}`
      const published = `changelog_published ${title}`
      const body = { title, description: `<p>About ${title}</p>` }
      const chance = random.next()
      if (chance < 0.4) return { call: rest('create', 'POST', '', body), state: title, events: [created] }
      if (chance < 0.7) {
        const call = rest('publish new', 'POST', '', { ...body, published: true })
        return { call, state: title, events: [created, published] }
      }
      const at = new Date(Date.now() + random.integer(5, 20) * 1_000).toISOString()
      const call = rest('schedule', 'POST', '', { ...body, scheduled_published_at: at })
      // A process whose clock is ahead, or that was paused, may consider the timestamp past.
      const events = [created, `changelog_updated ${title}`, published]
      return { call: { ...call, refusalsOfTime: [422] }, state: title, events }
    },
    idOf: (body) => Number(body.changelogs[0].id),
    change(thing) {
      const title = nextText(thing)
      const publishes = !isPublished(thing) && random.chance(0.5)
      const call = rest('update', 'PUT', `/${thing.id}`, { title, ...(publishes && { published: true }) })
      const events = [`changelog_updated ${title}`, ...(publishes ? [`changelog_published ${title}`] : [])]
      return { call, state: title, events }
    },
    remove: ({ id, marker }) => ({
      call: rest('delete', 'DELETE', `/${id}`),
      state: ABSENT,
      events: [`changelog_deleted ${marker}`],
    }),
    read: ({ id }) => ({ ...rest('read', 'GET', `/${id}`), refusals: [404] }),
    stateOf: (body) => String(body.changelogs[0].title),
    list: null,
    stored: `select regexp_replace(title, ' v\\d+$', '') as marker, title as state, id from changelogs
      where organization_id = $1`,
  }
}

/** Whether the service publishes an entry itself. Its writer does not change it any more. */
export const isScheduled = ({ kind, steps }: Thing) => kind === 'changelog' && steps[1]?.events.length === 3
