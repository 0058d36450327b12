import { html, type Html } from '../html.ts'

/** Returns the name of a status or label behind a dot in its color. The name carries the meaning. */
export const dotted = ({ name, color }: { name: string; color: string }): Html =>
  html`<span class="dotted"
    ><svg class="dot" viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${color}" /></svg
    ><span dir="auto">${name}</span></span
  >`
