import { openSheet } from './sheet.ts'
import { submitAsPage } from './submit-as-page.ts'

/** Time after which a vote makes way for the next one, in milliseconds. */
const TIMEOUT_MS = 10_000

/** A vote button that sends its form without a load of the page. Without a session it asks for an address. */
class VoteElement extends HTMLElement {
  #isSending = false

  connectedCallback(): void {
    this.addEventListener('submit', (event) => {
      event.preventDefault()
      const form = this.querySelector('form')
      const button = this.querySelector('button')
      if (form && button && !this.#isSending) void this.#send(form, button)
    })
  }

  async #send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
    this.#isSending = true
    const body = new URLSearchParams({ vote: button.value })
    const accept = { Accept: 'application/json' }
    const send = () =>
      fetch(form.action, { method: 'POST', body, headers: accept, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const response = await runExclusive(send).catch(() => null)
    this.#isSending = false
    if (response?.status === 401) return openSheet(form, button)
    // The form itself shows errors as a page.
    if (!response?.ok) return submitAsPage(form, button)
    const { votesCount, hasVoted } = (await response.json()) as { votesCount: number; hasVoted: boolean }
    button.value = hasVoted ? 'none' : 'up'
    button.ariaPressed = String(hasVoted)
    const count = button.querySelector('b')
    if (count) count.textContent = votesCount.toLocaleString(document.documentElement.lang)
  }
}

/**
 * Sends one vote of this browser after the other. The first one stores the cookie that makes a visitor one person, and
 * two first votes at once would make two. Without locks, which browsers have over https, this holds for one page.
 */
const runExclusive = async (send: () => Promise<Response>): Promise<Response> =>
  'locks' in navigator ? await navigator.locks.request('echolog-vote', send) : sendInTurn(send)

let last: Promise<unknown> = Promise.resolve()

function sendInTurn(send: () => Promise<Response>): Promise<Response> {
  const sent = last.then(send)
  last = sent.catch(() => null)
  return sent
}

customElements.define('echolog-vote', VoteElement)
