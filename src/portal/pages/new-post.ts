import type { ResultOf } from 'gql.tada'
import { graphql } from '../../../rest-compat/graphql.ts'
import { html, type Html } from '../html.ts'
import { formTokenField } from '../form-token.ts'
import { portalPage } from '../layout.ts'
import { alertOf } from '../parts/alert.ts'
import { linkTo, parameter, type PortalHandler, type PortalVisit } from '../portal-visit.ts'
import { signInAt } from '../sign-in-path.ts'

const FORM = graphql(/* GraphQL */ `
  query {
    buckets(first: 100) {
      nodes {
        id
        slug
        name
      }
    }
    organization {
      formDescription
      submitButtonText
      anonymousPosts
    }
  }
`)

type FormData = ResultOf<typeof FORM>

const MAX_TITLE = 200

/** The form of a new post. People who have to sign in first find the way there. */
export const newPostPage: PortalHandler = async (visit) => {
  const data = await visit.run(FORM, {})
  const isOpen = visit.viewer !== null || data.organization?.anonymousPosts
  const title = visit.words.text('share')
  const body = portalPage(visit, {
    title,
    section: 'feedback',
    canonical: null,
    body: html`<div class="reading">
      <div class="intro">
        <h1>${title}</h1>
        ${data.organization?.formDescription ? html`<p class="lead" dir="auto">${data.organization.formDescription}</p>` : ''}
      </div>
      ${alertOf(visit)} ${isOpen ? form(visit, data) : signIn(visit)}
    </div>`,
  })
  return { body }
}

const signIn = (visit: PortalVisit): Html =>
  html`<p>${visit.words.text('new.sign-in')}</p>
    <p class="actions">
      <a class="button" href="${signInAt(visit.path, visit.lang, 'post')}">${visit.words.text('sign-in')}</a>
    </p>`

function form(visit: PortalVisit, { buckets, organization }: FormData): Html {
  const { draft, viewer } = visit
  const { text } = visit.words
  const value = (name: string) => draft?.fields[name] ?? parameter(visit, name) ?? ''
  return html`<form class="fields" method="post" action="${linkTo(visit, ['new'])}">
    ${formTokenField(visit)}
    <label for="title">${text('new.title')}</label>
    <input
      dir="auto"
      id="title"
      name="title"
      value="${value('title')}"
      maxlength="${MAX_TITLE}"
      required
      autocomplete="off"
    />
    <echolog-similar data-source="${linkTo(visit, ['similar.json'])}" data-field="title" hidden>
      <h2>${text('similar.question')}</h2>
      <ul></ul>
    </echolog-similar>
    <label for="description">${text('new.details')} <span class="quiet">${text('optional')}</span></label>
    <textarea dir="auto" id="description" name="description" rows="7">${value('description')}</textarea>
    ${buckets.nodes.length > 1 ? boards(visit, buckets.nodes, value('bucket')) : ''}
    <div class="actions">
      <button class="button">${organization?.submitButtonText ?? text('submit')}</button>
      ${viewer ? '' : html`<span class="quiet">${text('new.waits')}</span>`}
    </div>
  </form>`
}

const boards = ({ words }: PortalVisit, buckets: FormData['buckets']['nodes'], chosen: string): Html =>
  html`<label for="bucket">${words.text('board')}</label>
    <select id="bucket" name="bucket">
      ${buckets.map(
        ({ id, slug, name }) =>
          html`<option value="${id}" ${chosen === String(id) || chosen === slug ? 'selected' : ''}>
            ${name}
          </option>`,
      )}
    </select>`
