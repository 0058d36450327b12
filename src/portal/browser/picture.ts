/** A field that uploads a picture as soon as it is chosen. Its form sends the address of the picture. */
class PictureElement extends HTMLElement {
  connectedCallback(): void {
    const template = this.querySelector('template')
    const address = this.querySelector<HTMLInputElement>('input[type=hidden]')
    if (!template || !address) return
    this.append(template.content)
    const file = this.querySelector<HTMLInputElement>('input[type=file]')
    file?.addEventListener('change', () => void this.#send(file, address))
  }

  async #send(file: HTMLInputElement, address: HTMLInputElement): Promise<void> {
    const [picture] = file.files ?? []
    if (!picture) return
    // The form waits for the address of the picture.
    file.setCustomValidity('…')
    const url = await upload(this.dataset.upload ?? '', picture)
    file.setCustomValidity(url === null ? (this.dataset.failed ?? '') : '')
    if (url === null) file.reportValidity()
    else address.value = url
  }
}

/** Stores a picture. Returns its address, or null if it was refused. */
export async function upload(to: string, picture: File): Promise<string | null> {
  const body = new FormData()
  body.append('file', picture)
  const response = await fetch(to, { method: 'POST', body }).catch(() => null)
  return response?.ok ? ((await response.json()) as { url: string }).url : null
}

customElements.define('echolog-picture', PictureElement)
