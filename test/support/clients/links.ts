/** Returns the target of the link to the next page of a list (RFC 8288), or null. */
export function nextPage(headers: Headers): string | null {
  return /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
}
