import texts from '../messages/en/forms.json'
import { messagesOf } from '../messages.ts'
import { toast } from './toast.tsx'

const t = messagesOf(texts)

/** Copies a text. Resolves to whether it was copied. A refusal of the browser is a toast. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = (await writeText(text)) || copyFromField(text)
  if (!isCopied) toast({ text: t('copyRefused'), tone: 'bad' })
  return isCopied
}

/** Pages without https have no clipboard, and a browser may refuse it. */
const writeText = (text: string): Promise<boolean> =>
  isSecureContext
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : Promise.resolve(false)

/** Copies from a field that is there for a moment, as browsers did before they had a clipboard for pages. */
function copyFromField(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'hidden'
  // The page around an open dialog cannot have the focus.
  const owner = focused?.closest('dialog') ?? document.body
  owner.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
