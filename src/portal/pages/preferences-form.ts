import type { FragmentOf } from 'gql.tada'
import { html, type Html } from '../html.ts'
import type { PREFERENCES } from './notification-documents.ts'
import type { Words } from '../visit/words.ts'

type Preferences = FragmentOf<typeof PREFERENCES>
type Choice = Preferences['kinds'][number]

const FREQUENCIES = ['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER'] as const satisfies Choice['frequency'][]

/** Returns the form of preferences, which works without script and by keyboard. */
export const preferencesForm = (
  words: Words,
  action: string,
  { kinds, noMail, suppression }: Preferences,
): Html =>
  html`${suppression !== null && suppressed(words, action)}
    <form class="preferences" method="post" action="${action}">
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${words.text('notify.mail')}</th>
            <th scope="col">${words.text('notify.bell')}</th>
          </tr>
        </thead>
        <tbody>
          ${kinds.map((choice) => rowOf(words, choice))}
        </tbody>
      </table>
      <label class="check"
        ><input type="checkbox" name="no-mail" value="yes" ${noMail ? 'checked' : ''} />
        ${words.text('notify.no-mail')}</label
      >
      <div class="actions"><button class="button">${words.text('save')}</button></div>
    </form>`

/** Returns the note that the address receives no mail, with the button that changes it. */
const suppressed = ({ text }: Words, action: string): Html =>
  html`<form class="suppressed" method="post" action="${action}">
    <p>${text('notify.suppressed')}</p>
    <button class="button" name="allow-mail" value="yes">${text('notify.again')}</button>
  </form>`

function rowOf({ text }: Words, { kind, frequency, inBell }: Choice): Html {
  const label = text(`notify.${kind}`)
  return html`<tr>
    <th scope="row" id="kind-${kind}">${label}</th>
    <td>
      <select name="mail-${kind}" aria-labelledby="kind-${kind}">
        ${FREQUENCIES.map(
          (one) =>
            html`<option value="${one}" ${one === frequency ? 'selected' : ''}>
              ${text(`notify.${one}`)}
            </option>`,
        )}
      </select>
    </td>
    <td>
      <input
        type="checkbox"
        name="bell-${kind}"
        value="yes"
        aria-labelledby="kind-${kind}"
        ${inBell ? 'checked' : ''}
      />
    </td>
  </tr>`
}

/** Returns the changes of a form that was sent: the choices for the kinds that it shows, or the wish for mail. */
export function choicesOf({ kinds }: Preferences, fields: Record<string, unknown>) {
  if (fields['allow-mail'] === 'yes') return { allowMail: true }
  return {
    choices: kinds.map(({ kind, frequency }) => ({
      kind,
      frequency: FREQUENCIES.find((one) => fields[`mail-${kind}`] === one) ?? frequency,
      inBell: fields[`bell-${kind}`] === 'yes',
    })),
    noMail: fields['no-mail'] === 'yes',
  }
}
