/** Elements that the script of the consent page finds by their id or name. */
type PageElement = HTMLFormElement & {
  organization: HTMLSelectElement
  email: HTMLInputElement
  password: HTMLInputElement
  allow: HTMLButtonElement
  deny: HTMLButtonElement
}

interface Document {
  getElementById(id: string): PageElement
}

interface ParentNode {
  querySelectorAll(selectors: 'input[name=event]'): NodeListOf<HTMLInputElement>
}
