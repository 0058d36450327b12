import { html, type Html } from '../html.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'

type Person = { databaseId: number; name: string; avatarUrl: string | null; role: string | null }

/** Returns the name of a person without the domain of e-mail addresses in it. */
export const publicName = ({ name }: { name: string }): string => name.replace(/(.)@\S+/gu, '$1')

/** Returns the picture of a person, or their first letter. */
export const avatar = ({ name, avatarUrl }: Pick<Person, 'name' | 'avatarUrl'>): Html =>
  avatarUrl
    ? html`<img class="avatar" src="${avatarUrl}" alt="" width="24" height="24" loading="lazy" />`
    : html`<span class="avatar" aria-hidden="true">${[...name.trim()][0]?.toUpperCase() ?? '·'}</span>`

/** Returns a person with a link to their page. The team is marked. */
export const person = (visit: PortalVisit, who: Person): Html =>
  html`<a class="person" href="${linkTo(visit, ['u', who.databaseId])}"
      >${avatar(who)}<span dir="auto">${publicName(who)}</span></a
    >${who.role ? html` <span class="tag">${visit.words.text('team')}</span>` : ''}`
