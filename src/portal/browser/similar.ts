/** A similar post, as the server sends it. */
type Similar = { url: string; title: string; facts: string }

const WAIT_MS = 300
const MIN_LENGTH = 4

/** A list of posts that resemble what is typed into a field. It is hidden while there are none. */
class SimilarElement extends HTMLElement {
  #timer = 0
  #latest = 0

  connectedCallback(): void {
    const field = document.getElementById(this.dataset.field ?? '')
    if (!(field instanceof HTMLInputElement)) return
    this.setAttribute('aria-live', 'polite')
    field.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#timer = window.setTimeout(() => void this.#look(field.value.trim()), WAIT_MS)
    })
  }

  async #look(title: string): Promise<void> {
    const mine = ++this.#latest
    const posts = title.length < MIN_LENGTH ? [] : await this.#read(title)
    if (mine !== this.#latest) return
    this.querySelector('ul')?.replaceChildren(...posts.map(listItem))
    this.hidden = posts.length === 0
  }

  #addressOf(title: string): URL {
    const address = new URL(this.dataset.source ?? '', location.href)
    address.searchParams.set('title', title)
    return address
  }

  /** Returns no posts if the server does not answer: the form asks again when it is sent. */
  async #read(title: string): Promise<Similar[]> {
    try {
      const response = await fetch(this.#addressOf(title))
      return response.ok ? ((await response.json()) as { posts: Similar[] }).posts : []
    } catch {
      return []
    }
  }
}

function listItem({ url, title, facts: text }: Similar): HTMLLIElement {
  const item = document.createElement('li')
  const link = Object.assign(document.createElement('a'), { href: url, textContent: title, dir: 'auto' })
  const facts = document.createElement('span')
  facts.textContent = text
  item.append(link, facts)
  return item
}

customElements.define('echolog-similar', SimilarElement)
