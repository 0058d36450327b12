import { html } from '../html.ts'
import { formTokenField } from '../visit/form-token.ts'
import { portalPage } from '../parts/layout.ts'
import { postList } from '../parts/post-row.ts'
import { linkTo, type PortalHandler } from '../visit/portal-visit.ts'
import type { SimilarPost } from './similar.ts'

/** Creates the page that shows similar posts before a new one is created. */
export const similarPage =
  (similar: readonly SimilarPost[]): PortalHandler =>
  async (visit) => {
    const { draft } = visit
    const { text, rich } = visit.words
    const { title = '', description = '', bucket = '' } = draft?.fields ?? {}
    const body = portalPage(visit, {
      title: text('similar.title'),
      section: 'feedback',
      canonical: null,
      body: html`<div class="reading">
        <div class="intro">
          <h1>${text('similar.question')}</h1>
          <p class="lead">${text('similar.lead')}</p>
        </div>
        ${postList(visit, similar)}
        <form class="again" method="post" action="${linkTo(visit, ['new'])}">
          ${formTokenField(visit)}
          <input type="hidden" name="title" value="${title}" />
          <input type="hidden" name="description" value="${description}" />
          <input type="hidden" name="bucket" value="${bucket}" />
          <p>${rich('similar.none', { title: html`<b>${title}</b>` })}</p>
          <button class="button" name="anyway" value="yes">${text('similar.anyway')}</button>
        </form>
      </div>`,
    })
    return { body }
  }
