import { html, type Html } from '../html.ts'
import type { Words } from '../visit/words.ts'

/** Returns the field of a new password. */
export const newPassword = ({ text }: Words): Html =>
  html`<label
    >${text('invitation.password')}
    <input
      name="password"
      type="password"
      autocomplete="new-password"
      minlength="8"
      maxlength="1024"
      required
  /></label>`
