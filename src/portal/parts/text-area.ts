import { html, type Html } from '../html.ts'
import type { PortalVisit } from '../visit/portal-visit.ts'

/**
 * Returns a field of a text with a line about marks. People who are signed in paste or choose pictures, which needs a
 * script.
 */
export const withMarks = ({ viewer, organization, words: { text } }: PortalVisit, area: Html): Html =>
  html`<echolog-marked
    data-upload="${viewer ? `/uploads?organization=${organization.slug}` : ''}"
    data-failed="${text('problem.invalid')}"
    >${area}
    <p class="marks quiet">
      <span>${text('marks')}</span>
      ${viewer ? html`<template><button type="button" class="link">${text('picture.add')}</button></template>` : ''}
    </p>
  </echolog-marked>`
