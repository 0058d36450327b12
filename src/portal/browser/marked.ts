import { upload } from './picture.ts'

const TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** A field of a text. A picture that is pasted or chosen is stored, and its address is put into the text. */
class MarkedElement extends HTMLElement {
  connectedCallback(): void {
    const template = this.querySelector('template')
    const area = this.querySelector('textarea')
    if (!template || !area) return
    template.replaceWith(template.content)
    this.querySelector('button')?.addEventListener('click', () => this.#choose(area))
    area.addEventListener('paste', (event) => {
      const pictures = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      if (pictures.length === 0) return
      event.preventDefault()
      void this.#insert(area, pictures)
    })
  }

  #choose(area: HTMLTextAreaElement): void {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: TYPES })
    input.addEventListener('change', () => void this.#insert(area, [...(input.files ?? [])]))
    input.click()
  }

  async #insert(area: HTMLTextAreaElement, pictures: readonly File[]): Promise<void> {
    // The form waits for the addresses of the pictures.
    area.setCustomValidity('…')
    let isRefused = false
    for (const picture of pictures) {
      const url = await upload(this.dataset.upload ?? '', picture)
      if (url === null) isRefused = true
      else area.setRangeText(`![](${url})`, area.selectionStart, area.selectionEnd, 'end')
    }
    area.setCustomValidity(isRefused ? (this.dataset.failed ?? '') : '')
    if (isRefused) area.reportValidity()
    area.setCustomValidity('')
    area.focus()
  }
}

customElements.define('echolog-marked', MarkedElement)
