import { html, type Html } from '../html.ts'
import { alert } from './page.ts'
import type { PortalVisit } from '../visit/portal-visit.ts'

/** Returns the reason for which a form was not accepted. Nothing on other pages, and for a blank field. */
export const alertOf = ({ draft }: PortalVisit): Html | '' =>
  alert(draft?.blank == null ? (draft?.problem ?? null) : null)

/** Returns the sentence that a required field is blank, in the words of its label. Nothing for other fields. */
export const blankOf = ({ draft, words }: PortalVisit, name: string, label: string): Html | '' =>
  draft?.blank === name
    ? html`<p role="alert" id="${name}-blank">${words.text('problem.blank', { field: label })}</p>`
    : ''

/** Returns the attributes that lead from a blank field to its sentence. */
export const blankAttributes = ({ draft }: PortalVisit, name: string): Html | '' =>
  draft?.blank === name ? html`aria-invalid="true" aria-describedby="${name}-blank"` : ''

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
      <span>${marksOf(text('marks'))}</span>
      ${viewer ? html`<template><button type="button" class="link">${text('picture.add')}</button></template>` : ''}
    </p>
  </echolog-marked>`

/** Returns examples of marks, each in the direction in which a field shows it. */
const marksOf = (marks: string): Html[] =>
  marks.split(', ').map((mark, index) => html`${index > 0 ? ', ' : ''}<bdi>${mark}</bdi>`)
