import { forgetDraft } from './draft.ts'
import { submitAsPage } from './submit-as-page.ts'

/** Shows the pages of a sign-in above the page on which a person writes. They look as they do without a script. */
class Sheet {
  readonly #form: HTMLFormElement
  readonly #button: HTMLButtonElement | null
  readonly #dialog = Object.assign(document.createElement('dialog'), { className: 'sheet' })
  readonly #root = this.#dialog.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })

  constructor(form: HTMLFormElement, button: HTMLButtonElement | null) {
    this.#form = form
    this.#button = button
    document.body.append(this.#dialog)
    this.#dialog.addEventListener('close', () => this.#dialog.remove())
    this.#dialog.addEventListener('click', ({ target }) => target === this.#dialog && this.#dialog.close())
    this.#root.addEventListener('click', (event) => this.#closeAt(event))
    this.#root.addEventListener('submit', (event) => void this.#submit(event as SubmitEvent))
  }

  /** Sends a form and shows the page that answers it. Leads on where the answer is another page. */
  async send(action: string, body: URLSearchParams): Promise<void> {
    const response = await fetch(action, { method: 'POST', body, headers: { Accept: 'text/html' } })
    const { pathname } = new URL(response.url)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const isSignIn = page.querySelector('main form[action^="/session"]') !== null
    if (isSignIn) return this.#show(page)
    // A page at the address of the write asks about it, or refuses it: the form itself leads there.
    if (!response.redirected || pathname === new URL(this.#form.action).pathname) return this.#submitAsPage()
    forgetDraft()
    location.assign(response.url)
  }

  #show(page: Document): void {
    const [main] = page.getElementsByTagName('main')
    if (!main) return this.#submitAsPage()
    const styles = page.querySelectorAll('link[rel=stylesheet]')
    this.#root.replaceChildren(...styles, main)
    this.#root.host.setAttribute('lang', page.documentElement.lang)
    this.#dialog.ariaLabel = main.querySelector('h1')?.textContent ?? ''
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#root.querySelector<HTMLElement>('[autofocus]')?.focus()
  }

  #submitAsPage(): void {
    submitAsPage(this.#form, this.#button)
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const button = event.submitter as HTMLButtonElement | null
    const body = textsOf(form, button)
    const others = form.querySelectorAll('button')
    for (const one of others) one.disabled = true
    try {
      await this.send(button?.hasAttribute('formaction') ? button.formAction : form.action, body)
    } catch {
      for (const one of others) one.disabled = false
    }
  }

  /** Closes where the page has a link back to the portal. */
  #closeAt(event: Event): void {
    if (!(event.target as Element).closest('.brand, .back a')) return
    event.preventDefault()
    this.#dialog.close()
  }
}

/** Returns the texts of a form, with that of the button that sends it. */
function textsOf(form: HTMLFormElement, button: HTMLButtonElement | null): URLSearchParams {
  const texts = [...new FormData(form, button)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new URLSearchParams(texts)
}

/** Sends the form of a signed-out person, and asks for the address above the page. A failure sends it as a page. */
export function openSheet(form: HTMLFormElement, button: HTMLButtonElement | null): void {
  new Sheet(form, button).send(form.action, textsOf(form, button)).catch(() => submitAsPage(form, button))
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-sheet')) return
  event.preventDefault()
  openSheet(form, submitter as HTMLButtonElement | null)
})
