import { html, type Html } from '../html.ts'
import { codeOf } from '../visit/languages.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'
import type { PortalViewer } from '../visit/viewer.ts'
import { alertOf, blankAttributes, blankOf } from './alert.ts'
import { languageOptions } from './language-menu.ts'

/** Returns the form in which people change their name, picture and language. A script uploads a new picture. */
export function profileForm(visit: PortalVisit, viewer: PortalViewer): Html {
  const { draft, words } = visit
  const { text } = words
  const name = draft?.fields.name
  const locale = draft?.fields.locale ?? (viewer.locale === null ? '' : codeOf(viewer.locale))
  return html`<details class="reply edit" ${name === undefined ? '' : 'open'}>
    <summary>${text('profile.edit')}</summary>
    ${name === undefined ? '' : alertOf(visit)}
    <form class="fields" method="post" action="${linkTo(visit, ['u', viewer.databaseId, 'profile'])}">
      <label for="name">${text('invitation.name')}</label>
      ${blankOf(visit, 'name', text('invitation.name'))}
      <input
        dir="auto"
        id="name"
        name="name"
        value="${name ?? viewer.name}"
        maxlength="255"
        autocomplete="name"
        required
        ${blankAttributes(visit, 'name')}
      />
      ${pictureField(visit, viewer)}
      <label for="locale">${text('language')}</label>
      <select id="locale" name="locale">
        <option value="" ${locale === '' ? 'selected' : ''}>${text('profile.automatic')}</option>
        ${languageOptions(locale)}
      </select>
      <div class="actions"><button class="button">${text('save')}</button></div>
    </form>
  </details>`
}

/** Returns the field of the picture, which needs a script, and the choice of no picture. */
const pictureField = (
  { draft, organization, words: { text } }: PortalVisit,
  { avatarUrl }: PortalViewer,
): Html =>
  html`<echolog-picture
      data-upload="/uploads?organization=${organization.slug}"
      data-failed="${text('problem.invalid')}"
      ><input type="hidden" name="avatar" value="${draft?.fields.avatar ?? avatarUrl ?? ''}" />
      <template
        ><label for="picture">${text('profile.picture')}</label>
        <input id="picture" type="file" accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
      /></template>
    </echolog-picture>
    ${
      avatarUrl === null
        ? ''
        : html`<label class="check"
            ><input type="checkbox" name="unpictured" value="yes" /> ${text('profile.remove')}</label
          >`
    }`
