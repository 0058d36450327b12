import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { allNodes } from './all-nodes.ts'
import { html, type Html } from '../html.ts'
import { formTokenField } from '../visit/form-token.ts'
import { portalPage } from '../parts/layout.ts'
import { alertOf, blankAttributes, blankOf, withMarks } from '../parts/alert.ts'
import { linkTo, parameter, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'

const BOARDS = graphql(/* GraphQL */ `
  fragment BoardsOfForm on BucketConnection {
    nodes {
      id
      slug
      name
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`)

const FORM = graphql(
  /* GraphQL */ `
    query {
      buckets(first: 100) {
        ...BoardsOfForm
      }
      organization {
        formDescription
        submitButtonText
        anonymousPosts
      }
    }
  `,
  [BOARDS],
)

const MORE_BOARDS = graphql(
  /* GraphQL */ `
    query ($after: String) {
      buckets(first: 100, after: $after) {
        ...BoardsOfForm
      }
    }
  `,
  [BOARDS],
)

type FormData = {
  boards: readonly ResultOf<typeof BOARDS>['nodes'][number][]
  organization: ResultOf<typeof FORM>['organization']
}

const MAX_TITLE = 200

/** The form of a new post. That of people who have to sign in leads to a page that asks for their address. */
export const newPostPage: PortalHandler = async (visit) => {
  const { buckets, organization } = await visit.run(FORM, {})
  const boards = await boardsAfter(visit, buckets)
  const title = visit.words.text('share')
  const body = portalPage(visit, {
    title,
    section: 'feedback',
    canonical: null,
    body: html`<div class="reading">
      <div class="intro">
        <h1>${title}</h1>
        ${organization?.formDescription ? html`<p class="lead" dir="auto">${organization.formDescription}</p>` : ''}
      </div>
      ${alertOf(visit)} ${form(visit, { boards, organization })}
    </div>`,
  })
  return { body }
}

/** Returns the boards of the first page and all after them. */
const boardsAfter = ({ run }: PortalVisit, first: ResultOf<typeof BOARDS>) =>
  allNodes(first, async (after) => (await run(MORE_BOARDS, { after })).buckets)

function form(visit: PortalVisit, { boards, organization }: FormData): Html {
  const { draft, viewer } = visit
  const { text } = visit.words
  // Signed-out people share the page without a secret. The one that asks for their address has it.
  const isAnonymous = !viewer && organization?.anonymousPosts === true
  const value = (name: string) => draft?.fields[name] ?? parameter(visit, name) ?? ''
  return html`<form
    class="fields"
    method="post"
    action="${linkTo(visit, ['new'])}"
    ${viewer || isAnonymous ? '' : 'data-sheet'}
  >
    ${viewer || isAnonymous ? formTokenField(visit) : ''}
    <label for="title">${text('new.title')}</label>
    ${blankOf(visit, 'title', text('new.title'))}
    <input
      dir="auto"
      id="title"
      name="title"
      value="${value('title')}"
      maxlength="${MAX_TITLE}"
      required
      autocomplete="off"
      ${blankAttributes(visit, 'title')}
    />
    <echolog-similar data-source="${linkTo(visit, ['similar.json'])}" data-field="title" hidden>
      <h2>${text('similar.question')}</h2>
      <ul></ul>
    </echolog-similar>
    <label for="description">${text('new.details')} <span class="quiet">${text('optional')}</span></label>
    ${withMarks(visit, html`<textarea dir="auto" id="description" name="description" rows="7">${value('description')}</textarea>`)}
    ${boards.length > 1 ? boardField(visit, boards, value('bucket')) : ''}
    <div class="actions">
      <button class="button">${organization?.submitButtonText ?? text('submit')}</button>
      ${isAnonymous ? html`<span class="quiet">${text('new.waits')}</span>` : ''}
    </div>
  </form>`
}

const boardField = ({ words }: PortalVisit, boards: FormData['boards'], chosen: string): Html =>
  html`<label for="bucket">${words.text('board')}</label>
    <select id="bucket" name="bucket">
      ${boards.map(
        ({ id, slug, name }) =>
          html`<option value="${id}" ${chosen === String(id) || chosen === slug ? 'selected' : ''}>
            ${name}
          </option>`,
      )}
    </select>`
