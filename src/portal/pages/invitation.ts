import { html } from '../html.ts'
import { newPassword } from '../parts/new-password.ts'
import { alert, page } from '../parts/page.ts'
import type { Words } from '../visit/words.ts'
import { accountLine } from './sign-in.ts'

/** An open invitation, as the holder of its link sees it. */
type Invitation = {
  organizationName: string
  organizationAvatarUrl: string | null
  organizationColor: string
  maskedEmail: string
  role: keyof typeof ROLES
  expiresAt: Date | string
}

/** State of the page. `email` is the address of the signed-in account. Null if none is signed in. */
type State = { base: string; words: Words; path: string; email: string | null; problem?: string | null }

/**
 * Returns the page of an invitation. A signed-in account accepts it with a button. Anybody else sets the first
 * password of the invited account, or signs in.
 */
export function invitationPage(
  invitation: Invitation,
  { base, words, path, email, problem = null }: State,
): string {
  const { text } = words
  const { organizationName, maskedEmail, role, expiresAt } = invitation
  const body = html`<h1>${text('invitation.join', { name: organizationName })}</h1>
    <p>
      ${text('invitation.text', { email: maskedEmail, role: text(ROLES[role]), day: words.day(expiresAt, 'long') })}
    </p>
    ${alert(problem)}${
      email === null
        ? newAccount(base, path, words)
        : html`<form method="post" action="${base}${path}">
              <div class="actions"><button>${text('invitation.join-as', { name: email })}</button></div>
            </form>
            <hr />
            ${accountLine({ base, words }, { name: email, returnTo: base + path })}`
    }`
  const { organizationAvatarUrl: avatarUrl, organizationColor: colorPrimary } = invitation
  const brand = { name: organizationName, avatarUrl, colorPrimary, path: null }
  return page({ base, words, title: text('invitation.title'), brand, body })
}

const newAccount = (base: string, path: string, words: Words) => {
  const { text, rich } = words
  return html`<form method="post" action="${base}${path}">
      <label>${text('invitation.name')} <input name="name" autocomplete="name" maxlength="255" /></label>
      ${newPassword(words)}
      <div class="actions"><button>${text('invitation.submit')}</button></div>
    </form>
    <hr />
    <p class="quiet">
      ${rich('invitation.sign-in', { link: html`<a href="${base}/sign-in?return_to=${encodeURIComponent(base + path)}">${text('invitation.sign-in-link')}</a>` })}
    </p>`
}

const ROLES = {
  ADMIN: 'role.admin',
  MEMBER: 'role.member',
  CSM: 'role.csm',
  COLLABORATOR: 'role.collaborator',
} as const
