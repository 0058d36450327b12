import type { TestApp } from '../app.ts'

/** Accept header of a browser's page load. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

/** An answer to a page visitor. */
type PageAnswer = { status: number; headers: Headers; text: string; location: string | null }

/** A form of a page, with the values of its fields. */
type PageForm = { action: string; fields: Record<string, string> }

/** A browser without JavaScript: it keeps cookies, and sends forms with the origin of their page. */
export class PageVisitor {
  readonly #app: Pick<TestApp, 'url'>
  /** The `Cookie` header. Empty without a cookie. */
  cookie = ''

  constructor(app: Pick<TestApp, 'url'>) {
    this.#app = app
  }

  /** Sends a request without following redirects. `headers` replace those of a browser. */
  async send(
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<PageAnswer> {
    const cookie = this.cookie === '' ? {} : { Cookie: this.cookie }
    const response = await fetch(this.#app.url + path, {
      redirect: 'manual',
      ...init,
      headers: { Accept: BROWSER, ...cookie, ...init.headers },
    })
    for (const stored of response.headers.getSetCookie()) this.#store(stored)
    const { status, headers } = response
    return { status, headers, text: await response.text(), location: headers.get('location') }
  }

  /** Stores, replaces or removes the cookie of a `Set-Cookie` header. */
  #store(header: string): void {
    const [pair = ''] = header.split(';')
    const name = pair.slice(0, pair.indexOf('=') + 1)
    const others = this.cookie.split('; ').filter((one) => one !== '' && !one.startsWith(name))
    this.cookie = [...others, ...(header.includes('Max-Age=0') ? [] : [pair])].join('; ')
  }

  /** Loads a page. */
  open(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.send(path, { headers })
  }

  /** Sends a form, by default from a page of the app. */
  submit({ action, fields }: PageForm, headers: Record<string, string> = {}): Promise<PageAnswer> {
    const sent = { Origin: this.#app.url, 'Sec-Fetch-Site': 'same-origin', ...headers }
    return this.send(action, { method: 'POST', headers: sent, body: new URLSearchParams(fields) })
  }

  /** Sends an operation as `fetch` does. `headers` name the page that sends it. */
  graphql(query: string, headers: Record<string, string>): Promise<PageAnswer> {
    const json = { 'Content-Type': 'application/json', Accept: 'application/json' }
    return this.send('/graphql', {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify({ query }),
    })
  }

  /** Signs in with a password. */
  signIn(email: string, password: string, returnTo?: string): Promise<PageAnswer> {
    const fields = { email, password, ...(returnTo !== undefined && { return_to: returnTo }) }
    return this.submit({ action: '/session', fields })
  }
}

/** Returns the forms of a page with the values with which they are sent if nothing is changed. */
export function formsOf(page: string): PageForm[] {
  return [...page.matchAll(/<form[^>]*\baction="([^"]*)"[^>]*>([^]*?)<\/form>/g)].map(
    ([, action, inside]) => {
      const inputs = [...(inside ?? '').matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag)
      const selects = [...(inside ?? '').matchAll(/(<select\b[^>]*>)([^]*?)<\/select>/g)]
      const texts = [...(inside ?? '').matchAll(/(<textarea\b[^>]*>)\n?([^<]*)/g)]
      const sent = inputs.filter(
        (tag) => tag.includes(' name=') && (!tag.includes('type="checkbox"') || tag.includes('checked')),
      )
      return {
        action: unescaped(action ?? ''),
        fields: Object.fromEntries([
          ...sent.map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? defaultOf(tag)]),
          ...selects.map(([, tag = '', options = '']) => [attribute(tag, 'name') ?? '', chosen(options)]),
          ...texts.map(([, tag = '', text = '']) => [attribute(tag, 'name') ?? '', unescaped(text)]),
        ]) as Record<string, string>,
      }
    },
  )
}

/** Returns the value of the selected option, else of the first one. */
function chosen(options: string): string {
  const tags = [...options.matchAll(/<option\b[^>]*>/g)].map(([tag]) => tag)
  return attribute(tags.find((tag) => / selected\b/.test(tag)) ?? tags[0] ?? '', 'value') ?? ''
}

/** Returns the form of a page with an action, whose fields the test may replace. */
export function formTo(page: string, action: string, fields: Record<string, string> = {}): PageForm {
  const form = formsOf(page).find((found) => found.action.split('?')[0] === action)
  if (!form) throw new Error(`no form to ${action}: ${page}`)
  return { ...form, fields: { ...form.fields, ...fields } }
}

const defaultOf = (tag: string) => (tag.includes('type="checkbox"') ? 'on' : '')

const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" }
const unescaped = (text: string) =>
  text.replace(/&(amp|quot|lt|gt|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
