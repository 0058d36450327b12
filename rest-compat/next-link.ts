/** A `Link` header (RFC 8288) to the page after `page` of the same list. */
export function nextLink(url: string, page: number): string {
  const [path = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.delete('page')
  parameters.set('page', String(page + 1))
  return `<${path}?${parameters.toString()}>; rel="next"`
}
