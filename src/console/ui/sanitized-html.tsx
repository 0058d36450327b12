import { useLayoutEffect, useRef } from 'react'

/** The policy of Trusted Types. Browsers without it take the string itself. */
type Policy = { createHTML: (html: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => Policy }

const policy: Policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('echolog-html', {
  createHTML: (html) => html,
}) ?? { createHTML: (html) => html }

/** Returns the elements of HTML that the server has sanitized. Its scripts would not run. */
export function parseSanitized(html: string): HTMLElement {
  return new DOMParser().parseFromString(policy.createHTML(html), 'text/html').body
}

type SanitizedHtmlProps = { html: string; lang: string; className?: string | undefined }

/** HTML that the server has sanitized. This file is the only one that writes markup. */
export function SanitizedHtml({ html, lang, className }: SanitizedHtmlProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    element.current?.replaceChildren(...parseSanitized(html).childNodes)
  }, [html])
  return <div ref={element} lang={lang} dir="auto" className={className} />
}
