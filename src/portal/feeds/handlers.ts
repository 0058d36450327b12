import { withQuery } from '../addresses.ts'
import {
  absolute,
  parameter,
  type PortalAnswer,
  type PortalHandler,
  type PortalVisit,
} from '../visit/portal-visit.ts'
import { atom, jsonFeed, rss } from './formats.ts'
import { changelogFeed, postFeed, type Feed } from './items.ts'

type Format = (feed: Feed, self: string) => PortalAnswer

const handler =
  (name: string, read: (visit: PortalVisit) => Promise<Feed | null>, format: Format): PortalHandler =>
  async (visit) => {
    const feed = await read(visit)
    return feed && format(feed, withQuery(absolute(visit, name), { lang: parameter(visit, 'lang') }))
  }

/** The feeds of a portal, by their name below its base. */
export const FEEDS: Record<string, PortalHandler> = {
  'feed.atom': handler('feed.atom', postFeed, atom),
  'changelog.atom': handler('changelog.atom', changelogFeed, atom),
  'changelog.rss': handler('changelog.rss', changelogFeed, rss),
  'changelog.json': handler('changelog.json', changelogFeed, jsonFeed),
}
