const FONT = 'font:600 14px/1 system-ui,sans-serif;'
const BUTTON = 'border:0;border-radius:99px;padding:0 16px;height:44px;cursor:pointer;'
const CORNER = 'position:fixed;inset:auto 20px 20px auto;z-index:2147483000;box-shadow:0 4px 16px #0003'
const DIALOG =
  'box-sizing:border-box;width:min(400px,100vw);height:min(620px,100dvh);max-width:none;max-height:none;border:0;' +
  'padding:0;margin:auto clamp(0px,100vw - 420px,20px) clamp(0px,100dvh - 640px,20px) auto;border-radius:14px;' +
  'overflow:hidden;box-shadow:0 8px 40px #0005'

/** Returns the button of the widget, which stays hidden, and the elements of its caption and its number. */
export function buttonOf(label: string, isInCorner: boolean) {
  const button = element('button', FONT + BUTTON + (isInCorner ? CORNER : ''))
  const caption = element('span', '')
  caption.textContent = label
  const count = element('span', 'margin-inline-start:8px;font-variant-numeric:tabular-nums')
  button.type = 'button'
  button.hidden = true
  button.ariaHasPopup = 'dialog'
  button.append(caption, count)
  return { button, caption, count }
}

/** Returns the dialog of the widget, and its frame, which loads nothing yet. */
export function dialogOf() {
  const dialog = element('dialog', DIALOG)
  const frame = element('iframe', 'display:block;width:100%;height:100%;border:0')
  return { dialog, frame }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, css: string) {
  const made = document.createElement(name)
  made.style.cssText = css
  return made
}
