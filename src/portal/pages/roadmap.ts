import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { allNodes } from './all-nodes.ts'
import { html, type Html } from '../html.ts'
import { portalPage } from '../parts/layout.ts'
import { dotted } from '../parts/dot.ts'
import { pager, pageOf } from '../parts/pager.ts'
import { votes } from '../parts/post-row.ts'
import { absolute, linkTo, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'

const ROADMAP = graphql(/* GraphQL */ `
  fragment PortalRoadmap on Roadmap {
    slug
    title
    description
    posts(first: $first, after: $after, last: $last, before: $before) {
      nodes {
        post {
          slug
          title
          votesCount
          status {
            slug
          }
          bucket {
            name
          }
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`)

const TABS = graphql(/* GraphQL */ `
  fragment RoadmapTabs on RoadmapConnection {
    nodes {
      slug
      title
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`)

const MORE_TABS = graphql(
  /* GraphQL */ `
    query ($after: String) {
      roadmaps(first: 50, after: $after, filter: { archived: false }) {
        ...RoadmapTabs
      }
    }
  `,
  [TABS],
)

const AROUND = graphql(
  /* GraphQL */ `
    fragment AroundRoadmap on Query {
      roadmaps(first: 50, filter: { archived: false }) {
        ...RoadmapTabs
      }
      statuses {
        slug
        name
        color
      }
    }
  `,
  [TABS],
)

const NEWEST = graphql(
  /* GraphQL */ `
    query ($first: Int, $after: String, $last: Int, $before: String) {
      ...AroundRoadmap
      newest: roadmaps(first: 1, filter: { archived: false }) {
        nodes {
          ...PortalRoadmap
        }
      }
    }
  `,
  [AROUND, ROADMAP],
)

const BY_SLUG = graphql(
  /* GraphQL */ `
    query ($slug: String!, $first: Int, $after: String, $last: Int, $before: String) {
      ...AroundRoadmap
      roadmap(by: { slug: $slug }) {
        ...PortalRoadmap
      }
    }
  `,
  [AROUND, ROADMAP],
)

type Roadmap = ResultOf<typeof ROADMAP>
type Tab = ResultOf<typeof TABS>['nodes'][number]
type Around = { tabs: readonly Tab[]; statuses: ResultOf<typeof AROUND>['statuses'] }

const PAGE_SIZE = 100

/** A public roadmap: the newest one, or that with a slug. */
export const roadmapPage: PortalHandler = async (visit) => {
  const { slug } = visit.params
  const page = pageOf(visit, PAGE_SIZE)
  if (slug === undefined) {
    const { newest, ...around } = await visit.run(NEWEST, page)
    return { body: render(visit, await withAllTabs(visit, around), newest.nodes[0] ?? null) }
  }
  const { roadmap, ...around } = await visit.run(BY_SLUG, { slug, ...page })
  return roadmap && { body: render(visit, await withAllTabs(visit, around), roadmap) }
}

async function withAllTabs({ run }: PortalVisit, around: ResultOf<typeof AROUND>): Promise<Around> {
  const { roadmaps, statuses } = around
  return {
    statuses,
    tabs: await allNodes(roadmaps, async (after) => (await run(MORE_TABS, { after })).roadmaps),
  }
}

function render(visit: PortalVisit, around: Around, roadmap: Roadmap | null): string {
  const { text } = visit.words
  const { slug } = visit.params
  return portalPage(visit, {
    title: (slug && roadmap?.title) || text('roadmap'),
    within: [slug ? text('roadmap') : null],
    ...(roadmap && { description: roadmap.description }),
    section: 'roadmap',
    canonical: roadmap && absolute(visit, 'roadmap', ...(slug === undefined ? [] : [roadmap.slug])),
    body: roadmap
      ? html`<div class="intro">
            <h1 dir="auto">${roadmap.title}</h1>
            ${roadmap.description ? html`<p class="lead" dir="auto">${roadmap.description}</p>` : ''}
          </div>
          ${tabLinks(visit, around, roadmap)}${kanban(visit, around, roadmap)}
          ${pager(visit, ['roadmap', roadmap.slug], roadmap.posts.pageInfo)}`
      : html`<div class="intro"><h1>${text('roadmap')}</h1></div>
          <div class="empty"><p>${text('roadmap.none')}</p></div>`,
  })
}

const tabLinks = (visit: PortalVisit, { tabs }: Around, { slug }: Roadmap): Html | '' =>
  tabs.length < 2
    ? ''
    : html`<nav class="tabs" aria-label="${visit.words.text('roadmaps')}">
        ${tabs.map(
          (other) =>
            html`<a
              href="${linkTo(visit, ['roadmap', other.slug])}"
              ${other.slug === slug ? html`aria-current="page"` : ''}
              >${other.title}</a
            >`,
        )}
      </nav>`

/**
 * Returns the posts in columns, one for each status that has posts, in the order of the workflow. A column of a roadmap
 * with several pages has no number, because it continues on others.
 */
function kanban(visit: PortalVisit, { statuses }: Around, { posts }: Roadmap): Html {
  const columns = statuses
    .map((status) => ({ status, cards: posts.nodes.filter(({ post }) => post.status.slug === status.slug) }))
    .filter(({ cards }) => cards.length > 0)
  const isWhole = !posts.pageInfo.hasNextPage && !posts.pageInfo.hasPreviousPage
  if (columns.length === 0) return html`<div class="empty"><p>${visit.words.text('roadmap.empty')}</p></div>`
  return html`<div class="kanban">
    ${columns.map(
      ({ status, cards }) =>
        html`<section>
          <h2>
            ${dotted(status)}
            ${isWhole ? html`<span class="count">${visit.words.number(cards.length)}</span>` : ''}
          </h2>
          <ol>
            ${cards.map(
              ({ post }) =>
                html`<li class="card-row">
                  ${votes(visit, post.votesCount)}
                  <div>
                    <h3 dir="auto"><a href="${linkTo(visit, ['p', post.slug])}">${post.title}</a></h3>
                    <div class="meta"><span dir="auto">${post.bucket.name}</span></div>
                  </div>
                </li>`,
            )}
          </ol>
        </section>`,
    )}
  </div>`
}
