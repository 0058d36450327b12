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

/** Presses the first control of the page that has a key, such as `s` for the status. */
export function pressKeyOf(key: string): void {
  const control = document.querySelector<HTMLElement>(`[data-key="${key}"]`)
  if (control instanceof HTMLTextAreaElement) control.focus()
  else control?.click()
}
