type Sent = {
  url: string
  headers: readonly { name: string; value: string }[]
  body: string
}

/** Headers that curl makes itself. */
const OWN = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns the command that sends a request again as it was sent. Its texts are quoted for a shell. */
export function curlOf({ url, headers, body }: Sent): string {
  const lines = headers
    .filter(({ name }) => !OWN.has(name))
    .map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`)
  return [`curl -X POST ${quoted(url)}`, ...lines, `--data-binary ${quoted(body)}`].join(' \\\n  ')
}
