/** Name of a webhook: its own, or the host of its URL. */
export function nameOf({ name, url }: { name: string; url: string }): string {
  if (name) return name
  return URL.canParse(url) ? new URL(url).host : url
}
