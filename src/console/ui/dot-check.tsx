import texts from '../messages/en/forms.json'
import { messagesOf } from '../messages.ts'
import { contrast, DARK_PAGE, LIGHT_PAGE, SIGN_CONTRAST } from './contrast.ts'

const t = messagesOf(texts)

/** Shows whether a dot of a color can be seen in both themes. */
export function DotCheck({ color }: { color: string }) {
  const light = contrast(color, LIGHT_PAGE)
  const dark = contrast(color, DARK_PAGE)
  const key = light < SIGN_CONTRAST ? 'faintOnLight' : dark < SIGN_CONTRAST ? 'faintOnDark' : 'seen'
  return <span role="status">{t(key, { light: shown(light), dark: shown(dark) })}</span>
}

/** A contrast as people write it, rounded down so that what is too little never looks enough. */
export const shown = (ratio: number) => `${Math.floor(ratio * 10) / 10}:1`
