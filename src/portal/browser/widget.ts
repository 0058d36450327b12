import { seenOf, type Seen } from './seen.ts'
import { buttonOf, dialogOf } from './widget-elements.ts'

type Button = ReturnType<typeof buttonOf>
type Dialog = ReturnType<typeof dialogOf>
/** Address of the portal, and the language of its texts. Empty for that of the reader. */
type PortalAddress = { base: string; lang: string; seen: Seen }
type Answer = { unread: number; color: string; ink: string; label: string }

/**
 * The widget in a page of another site: a button with the number of unread entries, and a dialog with the page of the
 * newest ones. It stores no cookie.
 *
 * `<script src="https://…/widget.js" data-organization="acme" async></script>`, with `data-lang` for the language (by
 * default that of the reader), `data-label` for the caption, and `data-target` for the selector of the element that
 * contains the button.
 */
const startWidget = (script: HTMLScriptElement): void => {
  const { organization, label = '', lang = '', target } = script.dataset
  const base = new URL(script.src).origin + (organization ? `/@${encodeURIComponent(organization)}` : '')
  const seen = seenOf(base)
  const button = buttonOf(label, target === undefined)
  const dialog = openedBy(button, { base, lang, seen })
  void showUnread(button, dialog, { base, lang, seen })
  const insert = () =>
    (target === undefined ? document.body : document.querySelector(target))?.append(
      button.button,
      dialog.dialog,
    )
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', insert)
  else insert()
}

/** Returns the dialog that a button opens. A modal dialog traps the focus and gives it back. */
function openedBy({ button, count }: Button, { base, lang, seen }: PortalAddress): Dialog {
  const { dialog, frame } = dialogOf()
  button.addEventListener('click', () => {
    if (!frame.src) {
      frame.src = `${base}/widget?${new URLSearchParams({ lang }).toString()}`
      dialog.append(frame)
    }
    dialog.showModal()
    frame.focus()
    count.textContent = ''
    seen.store(new Date().toISOString())
  })
  // This page receives no keys of the frame, whose page sends this instead.
  window.addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data === 'echolog:close') dialog.close()
  })
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  return { dialog, frame }
}

/**
 * Shows the button with the number of entries that are new. Without the server there is no button. A button without a
 * caption has that of the server.
 */
async function showUnread(
  { button, caption, count }: Button,
  { dialog, frame }: Dialog,
  { base, lang, seen }: PortalAddress,
): Promise<void> {
  const address = `${base}/widget.json?${new URLSearchParams({ after: seen.read(), lang }).toString()}`
  const response = await fetch(address, { credentials: 'omit' }).catch(() => null)
  if (!response?.ok) return
  const { unread, color, ink, label } = (await response.json()) as Answer
  caption.textContent ||= label
  dialog.ariaLabel = frame.title = caption.textContent
  button.style.background = color
  button.style.color = ink
  if (unread > 0) count.textContent = unread > 99 ? '99+' : String(unread)
  button.hidden = false
}

if (document.currentScript instanceof HTMLScriptElement) startWidget(document.currentScript)
