import { useShortcuts } from '../../app/shortcuts.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'

const t = messagesOf(texts)

type Key = keyof typeof texts extends infer Text ? (Text extends `key.${infer Name}` ? Name : never) : never

/** Runs actions for keys of the inbox, which the list of shortcuts shows and switches off. */
export function useKeys(actions: { [Name in Key]?: (event: KeyboardEvent) => void }): void {
  const shortcuts = Object.entries(actions) as [Key, (event: KeyboardEvent) => void][]
  useShortcuts(
    t('title'),
    shortcuts.map(([keys, run]) => ({ keys, text: t(`key.${keys}`), run })),
  )
}

/**
 * Presses the first control that is shown and has a key, such as `s` for the status. A field gets the focus instead.
 * Returns whether there is one.
 */
export function pressKeyOf(key: string): boolean {
  const controls = [...document.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)]
  const control = controls.find((one) => one.parentElement?.checkVisibility())
  if (control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement) control.focus()
  else control?.click()
  return control !== undefined
}

/** Whether the focus is in the row of another post than the open one, so that a key could mean both. */
export function isFocusBeside(openId: string | undefined): boolean {
  const focused = document.activeElement?.closest('li')?.querySelector('[data-post]')
  return openId !== undefined && focused != null && focused.getAttribute('data-post') !== openId
}
