import type { ResultOf } from 'gql.tada'
import { html, type Html } from '../html.ts'
import { pathTo } from '../addresses.ts'
import { portalPage } from '../parts/layout.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { postList } from '../parts/post-row.ts'
import { allNodes } from './all-nodes.ts'
import { ALL, AROUND, MORE_BOARDS, OF_BOARD, type PAGE } from './board-documents.ts'
import { absolute, linkTo, parameter, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'

const PAGE_SIZE = 30

/** Orders of a list, by their name in the address. The best match needs words to search. */
const SORTS = {
  match: { name: 'board.match', field: 'RELEVANCE' },
  top: { name: 'board.top', field: 'VOTES' },
  new: { name: 'board.new', field: 'CREATED_AT' },
} as const

type Sort = keyof typeof SORTS
type Filters = { sort: Sort; status: string | null; q: string | null }
type Board = { slug: string; name: string; description: string }

/** The posts of all public boards, or of one. */
export const boardPage: PortalHandler = async (visit) => {
  const filters = filtersOf(visit)
  const list = {
    filter: { search: filters.q, ...(filters.status && { statuses: [{ slug: filters.status }] }) },
    orderBy: { field: SORTS[filters.sort].field, direction: 'DESC' as const },
    ...pageOf(visit, PAGE_SIZE),
  }
  const { slug } = visit.params
  if (slug === undefined) {
    const [side, { posts }] = await Promise.all([sideOf(visit), visit.run(ALL, list)])
    if (!hasStatus(side, filters)) return null
    return { body: render(visit, filters, { side, posts, bucket: null }) }
  }
  const [side, { bucket: found }] = await Promise.all([sideOf(visit), visit.run(OF_BOARD, { slug, ...list })])
  if (!found || !hasStatus(side, filters)) return null
  return { body: render(visit, filters, { side, posts: found.posts, bucket: { slug, ...found } }) }
}

/** Reads the boards and statuses beside a list. */
async function sideOf({ runShared }: PortalVisit) {
  const { buckets, statuses } = await runShared(AROUND, {})
  const boards = await allNodes(buckets, async (after) => (await runShared(MORE_BOARDS, { after })).buckets)
  return { boards, statuses }
}

type SideData = Awaited<ReturnType<typeof sideOf>>

/** Whether the status of a filter exists. A page for each other word would be one page at many addresses. */
const hasStatus = ({ statuses }: SideData, { status }: Filters) =>
  status === null || statuses.some(({ slug }) => slug === status)

function filtersOf(visit: PortalVisit): Filters {
  const q = parameter(visit, 'q')
  const sort = parameter(visit, 'sort')
  return {
    sort: sort === 'new' || sort === 'top' ? sort : usualSort(q),
    status: parameter(visit, 'status'),
    q,
  }
}

/** The order of a list whose address names none. */
const usualSort = (q: string | null): Sort => (q === null ? 'top' : 'match')

/** The parameter of an order. Null for the usual one. */
const sortParameter = ({ sort, q }: Pick<Filters, 'sort' | 'q'>) => (sort === usualSort(q) ? null : sort)

type Data = { side: SideData; posts: ResultOf<typeof PAGE>; bucket: Board | null }

function render(visit: PortalVisit, filters: Filters, { side, posts, bucket }: Data): string {
  const { organization, words } = visit
  const segments = bucket ? ['b', bucket.slug] : []
  const { sort, ...rest } = filters
  const used = { ...rest, sort: sortParameter(filters) }
  const isPlain = !filters.q && !filters.status && sort === 'top' && !visit.query.after && !visit.query.before
  const title = bucket?.name ?? words.text('feedback')
  return portalPage(visit, {
    title,
    within: [filters.q && `“${filters.q}”`, filters.status, bucket && words.text('board')],
    description: bucket?.description || organization.description,
    section: 'feedback',
    canonical: isPlain ? absolute(visit, ...segments) : null,
    body: html`<div class="columns">
      <section>
        <div class="intro">
          <h1 dir="auto">${title}</h1>
          ${introOf(bucket?.description ?? organization.description)}
        </div>
        ${toolbar(visit, segments, filters, side)}
        ${posts.nodes.length > 0 ? postList(visit, posts.nodes) : empty(visit, segments, filters)}
        ${shareOf(visit, filters, bucket)} ${pager(visit, segments, posts.pageInfo, used)}
      </section>
      ${boardLinks(visit, side, bucket)}
    </div>`,
  })
}

const introOf = (text: string) => (text ? html`<p class="lead" dir="auto">${text}</p>` : '')

function orders(visit: PortalVisit, segments: string[], { sort, status, q }: Filters): Html {
  const { text } = visit.words
  const sorts = (Object.keys(SORTS) as Sort[]).filter((id) => id !== 'match' || q !== null)
  const sorted = (id: Sort) => linkTo(visit, segments, { q, status, sort: sortParameter({ sort: id, q }) })
  return html`<nav class="tabs" aria-label="${text('board.order')}">
    ${sorts.map(
      (id) =>
        html`<a href="${sorted(id)}" ${id === sort ? html`aria-current="true"` : ''}
          >${text(SORTS[id].name)}</a
        >`,
    )}
  </nav>`
}

function toolbar(
  visit: PortalVisit,
  segments: string[],
  { sort, status, q }: Filters,
  { statuses }: SideData,
): Html {
  const { base, lang } = visit
  const { text } = visit.words
  return html`<div class="tools">
    ${orders(visit, segments, { sort, status, q })}
    <form class="search" role="search" action="${pathTo(base, ...segments) || '/'}">
      <label class="unseen" for="status">${text('status')}</label>
      <select id="status" name="status">
        <option value="">${text('board.any-status')}</option>
        ${statuses.map(
          ({ slug, name }) =>
            html`<option value="${slug}" ${slug === status ? 'selected' : ''}>${name}</option>`,
        )}
      </select>
      <label class="unseen" for="q">${text('search')}</label>
      <input
        id="q"
        type="search"
        name="q"
        value="${q ?? ''}"
        placeholder="${text('board.search')}"
        maxlength="200"
        autocomplete="off"
      />
      ${sort === 'new' ? html`<input type="hidden" name="sort" value="new" />` : ''}
      ${lang === null ? '' : html`<input type="hidden" name="lang" value="${lang}" />`}
      <button>${text('search')}</button>
    </form>
  </div>`
}

function boardLinks(visit: PortalVisit, { boards }: SideData, bucket: Board | null): Html {
  const { text, number } = visit.words
  return html`<aside>
    <a class="button share" href="${linkTo(visit, ['new'], { bucket: bucket?.slug })}">${text('share')}</a>
    <nav aria-label="${text('boards')}">
      <h2>${text('boards')}</h2>
      <ul class="boards">
        <li>
          <a href="${linkTo(visit)}" ${bucket ? '' : html`aria-current="page"`}
            ><span>${text('board.all')}</span></a
          >
        </li>
        ${boards.map(
          ({ slug, name, postsCount }) =>
            html`<li>
              <a
                href="${linkTo(visit, ['b', slug])}"
                ${slug === bucket?.slug ? html`aria-current="page"` : ''}
                ><span dir="auto">${name}</span><span class="count">${number(postsCount)}</span></a
              >
            </li>`,
        )}
      </ul>
    </nav>
  </aside>`
}

/** Returns the link that makes the searched words a new post. Nothing without words. */
const shareOf = (visit: PortalVisit, { q }: Filters, bucket: Board | null): Html | '' =>
  q === null
    ? ''
    : html`<p class="share-words">
        <a href="${linkTo(visit, ['new'], { title: q, bucket: bucket?.slug })}"
          >${visit.words.text('share.words', { words: q })}</a
        >
      </p>`

const empty = (visit: PortalVisit, segments: string[], { q, status }: Filters): Html =>
  q || status
    ? html`<div class="empty">
        <p>${visit.words.text('board.no-match')}</p>
        <p><a href="${linkTo(visit, segments)}">${visit.words.text('show-all')}</a></p>
      </div>`
    : html`<div class="empty"><p>${visit.words.text('board.empty')}</p></div>`
